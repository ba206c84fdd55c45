import { describe, expect, it } from 'vitest'
import { typedAmount, typedDecimal } from './typed-price.ts'

// Every field for an amount reads what is typed by this one rule.

describe('a typed amount', () => {
  it.each([
    ['12.50', 1250],
    ['12,50', 1250],
    ['12,5', 1250],
    [' 1 250,00 ', 125_000],
    ['1,250.00', 125_000],
    ['1,250', 125_000],
    ['١٢٫٥', 1250],
    ['١٢', 1200],
    ['۱۲٫۵۰', 1250],
    ['0', 0],
  ])('“%s” is %i cents', (text, amount) => {
    expect(typedAmount(text, 'USD')).toBe(amount)
  })

  it.each(['', 'twelve', '1.250', '12.505', '-3', '1,25,00'])('“%s” is none', (text) => {
    expect(typedAmount(text, 'USD')).toBeUndefined()
  })

  it('has as many places as its currency', () => {
    expect(typedAmount('0.125', 'KWD')).toBe(125)
    expect(typedAmount('19', 'JPY')).toBe(19)
    expect(typedAmount('19,5', 'JPY')).toBeUndefined()
  })
})

describe('typed kilograms', () => {
  it.each([
    ['8.001', '8.001'],
    ['8,5', '8.5'],
    ['1,250.5', '1250.5'],
  ])('“%s” are %s', (text, kilograms) => expect(typedDecimal(text, 3)).toBe(kilograms))

  it('are none where a comma could part thousands or decimals', () => {
    expect(Number(typedDecimal('8,001', 3))).toBeNaN()
  })
})
