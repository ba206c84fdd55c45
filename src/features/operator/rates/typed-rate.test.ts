import { expect, it } from 'vitest'
import { readRate } from '#contract/currencies/rates.ts'
import { typedRate } from './typed-rate.ts'

it.each([
  ['1.0835', '1.0835'],
  [' 0,0205 ', '0.0205'],
  ['0,205', '0.205'],
  ['١٫٠٨', '1.08'],
  ['۰٫۰۲', '0.02'],
  ['90,000.5', '90000.5'],
  ['90.000,5', '90000.5'],
  ["90'000", '90000'],
  ['1,234,567', '1234567'],
  ['1,08', '1.08'],
  ['1,0835', '1.0835'],
])('“%s” is %s', (typed, rate) => {
  expect(typedRate(typed)).toBe(rate)
  expect(readRate(typedRate(typed))).toBeDefined()
})

it.each(['90,000', '1,250', 'much', '', '1.234.567', '-1', '1,2,3'])('“%s” is no rate', (typed) => {
  expect(readRate(typedRate(typed))).toBeUndefined()
})
