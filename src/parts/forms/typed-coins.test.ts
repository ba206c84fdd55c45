import { expect, it } from 'vitest'
import { typedCoins } from './typed-coins.ts'

it.each([
  ['12.5', 12_500_000n],
  ['12,5', 12_500_000n],
  ['0,125', 125_000n],
  ['1,250.50', 1_250_500_000n],
  [' 1 250 ', 1_250_000_000n],
  ['١٢٫٥', 12_500_000n],
  ['1,250', undefined],
  ['1.2500001', undefined],
  ['1,2,3', undefined],
  ['-5', undefined],
  ['', undefined],
  ['five', undefined],
])('%s is %s units of USDT', (text, units) => {
  expect(typedCoins(text, 'USDT')).toBe(units)
})
