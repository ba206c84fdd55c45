import { expect, it } from 'vitest'
import type { StoreNotice } from '#contract/sync/schema-store-rows.ts'
import { storeGuesses } from './stores.ts'

const context = { key: 'storeNotice/notice', at: 7 }
const row: StoreNotice = { announcement: 'Hello', holidayFrom: null, holidayTo: null, suspended: 'Copies.' }

it('a store is closed and opened at once, and nothing else of it changes', () => {
  const closed = storeGuesses['store.close'](row, { on: true }, context)
  expect(closed).toEqual({ ...row, closed: true })
  expect(storeGuesses['store.close'](closed, { on: false }, context)).toEqual({ ...row, closed: false })
})

it('saved replies change at once, each by itself', () => {
  const [a, b] = ['a', 'b'].map((c) => `${c.repeat(8)}-0000-4000-8000-000000000000`) as [string, string]
  const first = storeGuesses['store.notice'](row, { answers: { [a]: 'Yes.', [b]: 'No.' } }, context)
  expect(storeGuesses['store.notice'](first, { answers: { [a]: null } }, context)).toEqual({
    ...row,
    answers: [{ id: b, text: 'No.' }],
  })
  expect(storeGuesses['store.notice'](first, { announcement: 'Hi' }, context)).toMatchObject({
    announcement: 'Hi',
    answers: [{ text: 'Yes.' }, { text: 'No.' }],
  })
})

it('is nothing to see where the store’s row is not known yet', () => {
  expect(storeGuesses['store.close'](null, { on: true }, context)).toBeNull()
})
