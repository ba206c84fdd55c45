import type { GuessesFor } from './guess.ts'

// When it was changed stays when nothing changes, as it does at the server.
const set = (row: { on: boolean; at: number } | null, p: { id: number; on: boolean }, at: number) => ({
  id: p.id,
  on: p.on,
  at: row?.on === p.on ? row.at : at,
})

export const registerGuesses: GuessesFor<'favourite.set' | 'favourite.clear' | 'follow.set'> = {
  'favourite.set': (row, p, { at }) => set(row, p, at),
  'favourite.clear': (row, _p, { at }) => (row?.on ? { ...row, on: false, at } : row),
  'follow.set': (row, p, { at }) => set(row, p, at),
}
