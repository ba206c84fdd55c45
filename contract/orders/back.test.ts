import { expect, it } from 'vitest'
import { backFor } from './back.ts'

const lines = [{ id: 1, variantId: 0, num: 5, price: 300 }]
const parcel = { lines: [{ id: 1, variantId: 0, num: 5 }], receivedAt: null, refunded: 0, replaces: null }

it('gives back for pieces of a parcel their share of what was paid for it, and never more than is left', () => {
  const one = { ...parcel, amount: 1000 }
  const pieces = (num: number) => [{ id: 1, variantId: 0, num }]
  expect(backFor({ lines }, one, pieces(5))).toBe(1000)
  expect(backFor({ lines }, one, pieces(2))).toBe(400)
  expect(backFor({ lines }, { ...one, amount: 999 }, pieces(2))).toBe(399)
  expect(backFor({ lines }, { ...one, refunded: 700 }, pieces(2))).toBe(300)
  expect(backFor({ lines }, one, pieces(0))).toBe(0)
  const free = [{ id: 1, variantId: 0, num: 5, price: 0 }]
  expect(backFor({ lines: free }, one, pieces(0))).toBe(0)
})
