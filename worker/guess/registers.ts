import type { GuessesFor } from './guess.ts'

export const registerGuesses: GuessesFor<'favourite.set' | 'favourite.clear' | 'follow.set'> = {
  'favourite.set': (_row, p, { at }) => ({ id: p.id, on: p.on, at }),
  'favourite.clear': (row, _p, { at }) => (row ? { ...row, on: false, at } : null),
  'follow.set': (_row, p, { at }) => ({ id: p.id, on: p.on, at }),
}
