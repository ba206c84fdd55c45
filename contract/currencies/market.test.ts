import { expect, it } from 'vitest'
import { inChosen } from './market.ts'
import { readRate } from './rates.ts'

it.each([
  [500_000, 'USD', 'EGP', '48.5', 24_250_000],
  [500_000, 'USD', 'JPY', '150', 750_000],
  [500_000, 'USD', 'KWD', '0.307', 1_535_000],
  [1_535_000, 'KWD', 'JPY', '488.6', 750_001],
  [0, 'USD', 'EGP', '48.5', 0],
  // A limit is never lost in the rounding.
  [1, 'USD', 'KWD', '0.00000001', 1],
  [500_000, 'USD', 'EGP', '999999999999', undefined],
])('%d minor units of %s are in %s, at %s, %s', (amount, before, chosen, worth, value) => {
  expect(inChosen(amount, before, chosen, readRate(worth)!)).toBe(value)
})
