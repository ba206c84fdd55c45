import type { MutationsFor } from '../http/handlers.ts'
import { endSheet, makeSheet } from './links.ts'

/** The changes that a store's members make to the private links to its line sheets. */
export const sheetMutations: MutationsFor<'sheet.make' | 'sheet.end'> = {
  'sheet.make': makeSheet,
  'sheet.end': endSheet,
}
