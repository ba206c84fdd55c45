import { describe, expect, it } from 'vitest'
import type { Address, CartLine, Favourite } from '#contract/sync/schema-rows.ts'
import { isBlank, showSame, splitKey } from './fold.ts'

const favourite: Favourite = { id: 9, on: true, at: 1 }
const line = { id: 6, shopId: 3, variantId: 0, num: 2, at: 1 } as CartLine
const address = { id: 'a', city: 'Tyre', at: 1, deleted: false } as Address

it('a key reference is a table and a key, which may hold slashes', () => {
  expect(splitKey('cartLines/3:6:0')).toEqual({ table: 'cartLines', key: '3:6:0' })
  expect(splitKey('orders/a/b')).toEqual({ table: 'orders', key: 'a/b' })
})

it('what is off, empty or deleted shows nothing', () => {
  expect([favourite, line, address].map(isBlank)).toEqual([false, false, false])
  expect(
    [
      { ...favourite, on: false },
      { ...line, num: 0 },
      { ...address, deleted: true },
    ].map(isBlank),
  ).toEqual([true, true, true])
  expect(isBlank({ id: 'a' })).toBe(false)
})

describe('two rows show the same', () => {
  it.each([
    ['when only their times differ', favourite, { ...favourite, at: 2 }, true],
    ['when one is gone and the other was never there', { ...line, num: 0 }, null, true],
    ['when both are gone', { ...address, deleted: true }, { ...address, city: 'Sidon', deleted: true }, true],
    ['but not when one is there', line, null, false],
    ['but not when they differ', address, { ...address, city: 'Sidon' }, false],
  ])('%s', (_, a, b, same) => {
    expect(showSame(a, b)).toBe(same)
    expect(showSame(b, a)).toBe(same)
  })
})
