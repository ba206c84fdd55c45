import { expect, it } from 'vitest'
import type { Coin } from '#contract/coins/assets.ts'
import type { CoinRate } from '../rates/coin-rates.ts'
import { priceWorth, isWorth } from './worth.ts'

const rate = (coin: Coin, numerator: number, denominator = 1): CoinRate => ({
  ...{ coin, numerator, denominator, at: 0, fixed: true, state: 'payable' },
})
const RATES = [rate('USDT', 1), rate('ETH', 3_000)]
const ETHER = 10n ** 18n

it.each([
  // A hundredth of an ether is worth 30 USDT.
  ['at most so many percent', 1_500_000_000n, ETHER / 100n, 2, true],
  ['a millionth of a USDT less', 1_499_999_999n, ETHER / 100n, 2, false],
  ['a wei more', 1_500_000_000n, ETHER / 100n + 1n, 2, false],
  ['another percentage', 60_000_000n, ETHER / 100n, 50, true],
  ['nothing', 1n, 0n, 1, true],
])('a price of another coin is compared to the last unit: %s', (_what, amount, price, percent, expected) => {
  expect(isWorth(RATES, { coin: 'USDT', amount }, { coin: 'ETH', amount: price }, percent)).toBe(expected)
})

it('a price of the same coin needs no rate, and one of another is not known without', () => {
  expect(isWorth([], { coin: 'BTC', amount: 100n }, { coin: 'BTC', amount: 2n }, 2)).toBe(true)
  expect(isWorth([], { coin: 'BTC', amount: 99n }, { coin: 'BTC', amount: 2n }, 2)).toBe(false)
  for (const rates of [[], [rate('ETH', 3_000)], [rate('USDT', 1)]])
    expect(isWorth(rates, { coin: 'USDT', amount: 10n ** 12n }, { coin: 'ETH', amount: 1n }, 50)).toBe(undefined)
})

it('a price has a worth that is rounded up', () => {
  expect(priceWorth(RATES, { coin: 'ETH', amount: ETHER }, 'USD')).toBe(300_001)
  expect(priceWorth(RATES, { coin: 'ETH', amount: 1n }, 'USD')).toBe(1)
  expect(priceWorth(RATES, { coin: 'ETH', amount: 0n }, 'USD')).toBe(0)
  expect(priceWorth(RATES, { coin: 'ETH', amount: ETHER }, 'JPY')).toBe(3_001)
  expect(priceWorth(RATES, { coin: 'BTC', amount: 1n }, 'USD')).toBe(undefined)
})
