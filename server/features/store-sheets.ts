import type { MutationsFor } from '../http/handlers.ts'
import { endSheet, makeSheet } from '../stores/sheets.ts'

/** What a store's members do with the private links to its line sheets. */
export const sheetMutations: MutationsFor<'sheet.make' | 'sheet.end'> = {
  'sheet.make': makeSheet,
  'sheet.end': endSheet,
}
