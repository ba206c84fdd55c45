import { expect, it } from 'vitest'
import type { StoreNotice } from '#contract/sync/schema-store-rows.ts'
import { sheetGuesses } from './line-sheets.ts'

const context = { key: 'storeNotice/notice', at: 7 }
const sheet = (id: string) => ({ id, title: 'Spring', goods: ['g', 'g', 'h'], until: null })
const row: StoreNotice = { announcement: 'Open', holidayFrom: null, holidayTo: null }

it('a link that is made stands with the others at once, once, and one that is revoked does not', () => {
  const made = sheetGuesses['sheet.make'](row, sheet('a'), context)
  const again = sheetGuesses['sheet.make'](made, sheet('a'), context)
  const both = sheetGuesses['sheet.make'](again, sheet('b'), context)
  expect(both).toEqual({
    ...row,
    sheets: ['a', 'b'].map((id) => ({ id, title: 'Spring', goods: 2, until: null, at: 7 })),
  })
  expect(sheetGuesses['sheet.end'](both, { id: 'a' }, context)?.sheets?.map(({ id }) => id)).toEqual(['b'])
})

it('is made also where the store’s row is not known yet, where none can be revoked', () => {
  expect(sheetGuesses['sheet.make'](null, sheet('a'), context)?.sheets).toHaveLength(1)
  expect(sheetGuesses['sheet.end'](null, { id: 'a' }, context)).toBeNull()
})
