import { expect, it } from 'vitest'
import { convert, ratesIn } from './exchange.ts'
import { isNear, rateText, readRate, timesRate } from './rates.ts'

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
  expect(convert(amount, currency, 'USD', ratesIn([{ id: 1, currency, ...readRate(rate)!, at: 0 }]))).toBe(due)
})

it.each(['', '0', '0.000', '-1', '1,5', '1e3', '1.123456789', '1234567890123', '99999999.00000001'])(
  '“%s” is no rate',
  (text) => {
    expect(readRate(text)).toBeUndefined()
  },
)

it.each(['1.0835', '0.00000002', '90000', '1.1', '9999999.99999999', '100', '15000000', '999999999999'])(
  '%s is written as it was read',
  (text) => {
    expect(rateText(readRate(text)!)).toBe(text)
  },
)

it('a rate that is no decimal is written to its last place', () => {
  expect(rateText({ numerator: 27, denominator: 25 })).toBe('1.08')
  expect(rateText({ numerator: 2, denominator: 3 })).toBe('0.66666667')
  expect(rateText({ numerator: 10, denominator: 10 })).toBe('1')
})

it.each([
  ['1.05', '1', 5, true],
  ['1.0501', '1', 5, false],
  ['0.9524', '1', 5, true],
  ['0.95', '1', 5, false],
  ['1', '1.000', 0, true],
  ['1.00000001', '1', 0, false],
] as const)('%s is within some percent of %s: %d %s', (rate, before, percent, near) => {
  expect(isNear(readRate(rate)!, readRate(before)!, percent)).toBe(near)
})

it.each([
  ['1.0835', '48.5', '52.54975'],
  ['0.0067', '0.307', '0.0020569'],
  ['95000', '1', '95000'],
  // A bitcoin in Vietnamese dong has no room for eight places.
  ['95000.12345678', '25000.12345678', '2375014814.828842'],
  ['0.00002', '0.307', '0.00000614'],
] as const)('%s times %s is %s', (rate, by, text) => {
  expect(rateText(timesRate(readRate(rate)!, readRate(by)!)!)).toBe(text)
})

it('a product that cannot be written to a percent, or has too many digits, is none', () => {
  expect(timesRate(readRate('0.00000001')!, readRate('50')!)).toBeUndefined()
  expect(timesRate(readRate('999999999999')!, readRate('1000')!)).toBeUndefined()
})
