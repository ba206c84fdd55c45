import { expect, it } from 'vitest'
import { convert } from '#contract/rules/exchange.ts'
import { readRate } from './exchange.ts'

it.each<[amount: number, currency: string, rate: string, due: number | undefined]>([
  [1000, 'EUR', '1.0835', 1084],
  [1000, 'EUR', '1', 1000],
  [15_000, 'JPY', '0.0067', 10_050],
  [1500, 'KWD', '3.25', 488],
  [1, 'IDR', '0.00006', 1],
  [0, 'IDR', '0.00006', 0],
  [9_007_199_254_740_991, 'EUR', '0.5', 4_503_599_627_370_496],
  [9_007_199_254_740_991, 'EUR', '2', undefined],
])('%d minor units of %s at %s are %s cents', (amount, currency, rate, due) => {
  expect(convert(amount, currency, 'USD', (of) => readRate(of === 'USD' ? '1' : rate))).toBe(due)
})

it.each(['', '0', '0.000', '-1', '1,5', '1e3', '1.123456789', '12345678'])('“%s” is no rate', (text) => {
  expect(readRate(text)).toBeUndefined()
})
