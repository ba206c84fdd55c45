import { expect, it } from 'vitest'
import type { PartOfParcel } from '#contract/orders/parts.ts'
import { packedOf } from './packed-of.ts'

const lines = [
  { id: 1, variantId: 0, num: 3, price: 100 },
  { id: 2, variantId: 5, num: 2, price: 100 },
]
const parcel = (parts: readonly [id: number, variantId: number, num: number][], replaces?: string): PartOfParcel => ({
  ...{ receivedAt: null, amount: 0, refunded: 0, replaces: replaces ?? null },
  lines: parts.map(([id, variantId, num]) => ({ id, variantId, num })),
})
const whole = parcel([
  [1, 0, 3],
  [2, 5, 2],
])
const packed = (parcels: PartOfParcel[], short?: boolean) => {
  const { parts, partial } = packedOf({ lines, parcels, short })
  return [parts.map(({ id, num }) => `${num} of ${id}`).join(', '), partial]
}

it('packs what is left, and names it a part only beside other parcels', () => {
  expect(packed([])).toEqual(['3 of 1, 2 of 2', false])
  expect(packed([parcel([[1, 0, 2]])])).toEqual(['1 of 1, 2 of 2', true])
})

it('shows the last parcel once all has left: an order that left whole is no part of anything', () => {
  expect(packed([whole])).toEqual(['3 of 1, 2 of 2', false])
  expect(packed([parcel([[1, 0, 3]]), parcel([[2, 5, 2]])])).toEqual(['2 of 2', true])
})

it('counts neither what replaces goods nor what was given back instead of being sent', () => {
  expect(packed([whole, parcel([[1, 0, 1]], 'a-report')])).toEqual(['3 of 1, 2 of 2', false])
  expect(packed([parcel([[1, 0, 3]])], true)).toEqual(['3 of 1', false])
  expect(packed([], true)).toEqual(['', false])
})
