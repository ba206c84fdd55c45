import type { GuessesFor } from '../guess.ts'

const NOTHING = { announcement: '', holidayFrom: null, holidayTo: null }

/** A store's private links before the server has spoken. */
export const sheetGuesses: GuessesFor<'sheet.make' | 'sheet.end'> = {
  'sheet.make': (row, { id, title, goods, until }, { at }) => ({
    ...(row ?? NOTHING),
    sheets: [
      ...(row?.sheets ?? []).filter((sheet) => sheet.id !== id),
      { id, title, goods: new Set(goods).size, until, at },
    ],
  }),
  'sheet.end': (row, { id }) => row && { ...row, sheets: (row.sheets ?? []).filter((sheet) => sheet.id !== id) },
}
