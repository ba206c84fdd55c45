import { blankAddress } from '#contract/addresses/fields.ts'
import type { GuessesFor } from './guess.ts'

export const addressGuesses: GuessesFor<'address.put' | 'address.del' | 'address.default'> = {
  // The patch is sealed, and stays so: its texts are carried over as they are.
  'address.put': (row, p, { at }) =>
    ({ ...blankAddress, at, ...row, ...p.patch, id: p.id, deleted: false }) as NonNullable<typeof row>,
  'address.del': (row) => (row ? { ...row, deleted: true } : null),
  'address.default': (_row, p) => ({ id: p.id }),
}
