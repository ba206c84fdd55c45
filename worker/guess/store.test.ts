import { expect, it } from 'vitest'
import type { StoreNotice } from '#contract/schema/store-rows.ts'
import { storeGuesses } from './store.ts'

const context = { key: 'storeNotice/notice', at: 7 }
const row: StoreNotice = { announcement: 'Hello', holidayFrom: null, holidayTo: null, suspended: 'Copies.' }

it('a store is closed and opened at once, and nothing else of it changes', () => {
  const closed = storeGuesses['store.close'](row, { on: true }, context)
  expect(closed).toEqual({ ...row, closed: true })
  expect(storeGuesses['store.close'](closed, { on: false }, context)).toEqual({ ...row, closed: false })
})

it('is nothing to see where the store’s row is not known yet', () => {
  expect(storeGuesses['store.close'](null, { on: true }, context)).toBeNull()
})
