import type { GuessesFor } from './guess.ts'

export const avatarGuesses: GuessesFor<'avatar.set'> = {
  // The same file again is the same picture.
  'avatar.set': (row, p) => ({ file: p.file, picture: row?.file === p.file ? (row?.picture ?? null) : null }),
}
