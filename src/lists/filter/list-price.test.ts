import { expect, it } from 'vitest'
import { ratesIn } from '#contract/currencies/exchange.ts'
import { listPrice } from './list-price.ts'

const rateOf = ratesIn([
  { id: 1, currency: 'NGN', numerator: 65, denominator: 100_000, at: 0 },
  { id: 2, currency: 'EUR', numerator: 10_835, denominator: 10_000, at: 0 },
])

it.each([
  ['NGN', 5100_00, 332],
  ['NGN', 500_000_00, 325_00],
  ['EUR', 12_00, 13_00],
  ['EUR', 12_34, 13_37],
  ['USD', 1250, 1250],
])('a price typed in %s, %i, is kept as %i and read as it was typed', (currency, typed, kept) => {
  const price = listPrice(currency, rateOf)
  expect(price.worth(typed)).toBe(kept)
  expect(price.shown(kept)).toBe(typed)
})

it('never shows what is worth another price than the one that is kept', () => {
  for (const currency of ['NGN', 'EUR', 'USD'])
    for (let typed = 1; typed < 500_000; typed += 997) {
      const { shown, worth } = listPrice(currency, rateOf)
      expect(worth(shown(worth(typed)!)), `${currency} ${typed}`).toBe(worth(typed))
    }
})
