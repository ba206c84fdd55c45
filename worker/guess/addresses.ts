import type { GuessesFor } from './guess.ts'

const blank = { country: '', province: '', city: '', detail: '', zip: '', recipient: '', mobile: '' }

export const addressGuesses: GuessesFor<'address.put' | 'address.del' | 'address.default'> = {
  // The patch is sealed, and stays so: its texts are carried over as they are.
  'address.put': (row, p, { at }) =>
    ({ ...blank, at, ...row, ...p.patch, id: p.id, deleted: false }) as NonNullable<typeof row>,
  'address.del': (row) => (row ? { ...row, deleted: true } : null),
  'address.default': (_row, p) => ({ id: p.id }),
}
