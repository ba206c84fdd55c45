import { expect, it } from 'vitest'
import { isDone, leftToShip, shareOfAmount, stageByParcels, partsWorth } from './parts.ts'

const lines = [
  { id: 1, variantId: 0, num: 5, price: 300 },
  { id: 2, variantId: 3, num: 2, price: 250 },
]
const parcel = (of: readonly (readonly [number, number, number])[], more: object = {}) => ({
  lines: of.map(([id, variantId, num]) => ({ id, variantId, num })),
  ...{ receivedAt: null as number | null, amount: 100, refunded: 0, replaces: null as string | null },
  ...more,
})
const left = (parcels: ReturnType<typeof parcel>[], short = false): string =>
  leftToShip({ lines, parcels, short })
    .map(({ id, num }) => `${id}×${num}`)
    .join(' ')

it('knows what has not been shipped', () => {
  expect(left([])).toBe('1×5 2×2')
  expect(left([parcel([[1, 0, 2]])])).toBe('1×3 2×2')
  expect(left([parcel([[1, 0, 2]]), parcel([[1, 0, 3]]), parcel([[2, 3, 2]])])).toBe('')
  expect(left([parcel([[1, 0, 2]])], true)).toBe('')
  expect(left([parcel([[1, 0, 5]], { replaces: 'a report' })])).toBe('1×5 2×2')
  expect(leftToShip({ lines })).toHaveLength(2)
})

it('stands where its parcels say', () => {
  const some = parcel([[1, 0, 5]])
  const rest = parcel([[2, 3, 2]])
  const here = (one: typeof some) => ({ ...one, receivedAt: 7 })
  const back = (one: typeof some) => ({ ...one, refunded: 100 })
  const stands = (...parcels: (typeof some)[]) => stageByParcels({ lines, parcels })
  expect(stands()).toBe('paid')
  expect(stands(some)).toBe('partlyShipped')
  expect(stands(here(some))).toBe('partlyShipped')
  expect(stands(some, rest)).toBe('shipped')
  expect(stands(here(some), rest)).toBe('partlyReceived')
  expect(stands(here(some), here(rest))).toBe('received')
  expect(stands(back(some), rest)).toBe('shipped')
  expect(stands(back(some), here(rest))).toBe('received')
  expect(isDone({ ...some, amount: 0 })).toBe(false)
})

it('divides an amount so that neighbouring shares add up to it', () => {
  const goods = 2000
  for (const amount of [1, 999, 2001, 9_007_199_254_740_991]) {
    const cuts = [0, 300, 301, 1100, 1999, goods]
    const shares = cuts.slice(1).map((to, i) => shareOfAmount(amount, goods, cuts[i]!, to))
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount)
    expect(shares.every((share) => share >= 0)).toBe(true)
  }
  expect(shareOfAmount(50, 0, 0, 0)).toBe(50)
  expect(
    partsWorth({ lines }, [
      { id: 1, variantId: 0, num: 2 },
      { id: 9, variantId: 0, num: 4 },
    ]),
  ).toBe(600)
})
