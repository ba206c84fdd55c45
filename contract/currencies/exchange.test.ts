import { describe, expect, it } from 'vitest'
import { convert, FIRST_CURRENCY, keptRates, marketIn, ratesIn } from './exchange.ts'

const rates = ratesIn([
  { id: 1, currency: 'EUR', numerator: 27, denominator: 25, at: 0 },
  { id: 2, currency: 'JPY', numerator: 65, denominator: 10_000, at: 0 },
  { id: 3, currency: 'KWD', numerator: 325, denominator: 100, at: 0 },
])

describe('an amount in another currency', () => {
  it.each([
    [100, 'USD', 'USD', 100],
    [100, 'EUR', 'USD', 108],
    [108, 'USD', 'EUR', 100],
    [1, 'EUR', 'USD', 1],
    [1000, 'JPY', 'USD', 650],
    [650, 'USD', 'JPY', 1000],
    [1000, 'KWD', 'USD', 325],
    [100, 'EUR', 'JPY', 166],
    [0, 'EUR', 'USD', 0],
    [1, 'JPY', 'USD', 1],
    [1, 'JPY', 'EUR', 1],
  ])('%i %s in %s is %i', (amount, from, to, worth) => {
    expect(convert(amount, from, to, rates)).toBe(worth)
  })
  it('is not known without a rate, nor beyond what is exact', () => {
    expect(convert(5, 'GBP', 'USD', rates)).toBeUndefined()
    expect(convert(5, 'USD', 'GBP', rates)).toBeUndefined()
    expect(convert(Number.MAX_SAFE_INTEGER, 'KWD', 'USD', rates)).toBe(2_927_339_757_790_822)
    expect(convert(Number.MAX_SAFE_INTEGER, 'EUR', 'USD', rates)).toBeUndefined()
  })
})

describe('the market’s currency', () => {
  const stated = [
    { id: 1, currency: 'USD', numerator: 485, denominator: 10, at: 5 },
    { id: 2, currency: 'KWD', numerator: 158, denominator: 1, at: 5 },
  ]
  it('is worth itself, and the others what their rates say, each by its own places', () => {
    const inPounds = ratesIn(stated, 'EGP')
    expect(inPounds.market).toBe('EGP')
    expect(convert(100, 'USD', 'EGP', inPounds)).toBe(4850)
    expect(convert(4850, 'EGP', 'USD', inPounds)).toBe(100)
    expect(convert(1000, 'KWD', 'EGP', inPounds)).toBe(15_800)
    expect(convert(100, 'USD', 'KWD', inPounds)).toBe(307)
    expect(convert(7, 'EGP', 'JPY', inPounds)).toBeUndefined()
  })
  it('is kept with the rates, and is the dollar where a server does not state it', () => {
    const own = { id: 0, currency: 'EGP', numerator: 1, denominator: 1, at: 0, market: true } as const
    const kept = keptRates({ rates: [], rated: [own, ...stated] })
    expect(marketIn(kept)).toBe('EGP')
    expect(kept.filter((rate) => !rate.market)).toEqual(stated)
    expect(marketIn(keptRates({ rates: stated }))).toBe(FIRST_CURRENCY)
    expect(marketIn([])).toBe('USD')
  })
})
