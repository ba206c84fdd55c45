import { expect, it } from 'vitest'
import { earningsOf, keptUnitsOf } from '../earnings/rules.ts'
import { FEE_MAX, marketFeeOf, percentOf, readPercent } from './fees.ts'
import { REPORT_WITHIN } from '../reports/rules.ts'

const DAY = 86_400_000

it('is rounded down, and never more than its part of the amount', () => {
  expect([
    marketFeeOf(999n, 1_000),
    marketFeeOf(39n, 250),
    marketFeeOf(40n, 250),
    marketFeeOf(1n, FEE_MAX),
    marketFeeOf(0n, 250),
  ]).toEqual([...[99n, 0n, 1n, 0n, 0n]])
  expect(marketFeeOf(10n ** 30n + 39n, 250)).toBe(25n * 10n ** 27n)
})

it('is read and written as percent', () => {
  expect(['0', '2.5', '2.50', '12.34', '50', '0.01'].map(readPercent)).toEqual([0, 250, 250, 1_234, 5_000, 1])
  expect(['', '.5', '2.', '2.555', '-1', '1e1', '1000', '2,5', '٢'].map(readPercent)).toEqual(Array(9).fill(undefined))
  for (const rate of [0, 1, 250, 1_234, FEE_MAX]) expect(readPercent(percentOf(rate))).toBe(rate)
})

const parcel = { lines: [], replaces: null }
const order = {
  lines: [],
  feeRate: 250,
  parcels: [
    { ...parcel, n: 1, amount: 1_999, refunded: 0, receivedAt: 2 * DAY },
    { ...parcel, n: 2, amount: 999, refunded: 500, receivedAt: DAY },
    { ...parcel, n: 3, amount: 70, refunded: 0, receivedAt: null },
  ],
  refunds: [{ amount: 500, at: 3 * DAY, parcel: 2 }],
}

it('is that on all of an order, whatever arrives or goes back first', () => {
  const earnings = earningsOf(order)
  expect(earnings).toEqual([
    { at: DAY, amount: 999, fee: 24 },
    { at: 2 * DAY, amount: 1_999, fee: 50 },
    { at: 3 * DAY, amount: -500, fee: -12 },
  ])
  expect(earnings.reduce((sum, { fee }) => sum + fee, 0)).toBe(Number(marketFeeOf(2_498n, 250)))
  expect(earningsOf({ ...order, feeRate: undefined }).map(({ fee }) => fee)).toEqual([0, 0, 0])
})

it('is no part of what a store keeps for claims, because it comes back with them', () => {
  const kept = (now: number, feeRate = 250) => keptUnitsOf({ ...order, feeRate, paid: 30_680_000n, due: 3_068 }, now)
  expect([kept(DAY, 0), kept(DAY)]).toEqual([24_980_000n, 24_355_500n])
  expect(kept(3 * DAY + REPORT_WITHIN)).toBe(0n)
})
