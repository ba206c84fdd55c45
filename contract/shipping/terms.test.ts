import { describe, expect, it } from 'vitest'
import { arrives, chargedFor, daysTo, isAhead, leavesBy } from './terms.ts'

const at = (text: string): number => Date.parse(`${text}Z`)
const isoMinute = (ms: number): string => new Date(ms).toISOString().slice(0, 16)
const holiday = { from: '2026-12-24', to: '2027-01-02' }

describe('when goods leave', () => {
  it.each([
    ['a day after payment', '2026-12-01T10:00', 1, null, '2026-12-02T10:00'],
    ['as many days later as they need', '2026-12-01T10:00', 5, null, '2026-12-06T10:00'],
    ['before a holiday that is far off', '2026-12-01T10:00', 1, holiday, '2026-12-02T10:00'],
    ['as the last thing before it', '2026-12-23T00:00', 1, holiday, '2026-12-24T00:00'],
    ['with the rest of their time after it', '2026-12-23T12:00', 1, holiday, '2027-01-03T12:00'],
    ['a day after it when they are paid within it', '2026-12-30T12:00', 1, holiday, '2027-01-04T00:00'],
    ['a day after payment once it is over', '2027-01-03T00:00', 1, holiday, '2027-01-04T00:00'],
  ] as const)('%s', (_what, paid, lead, away, leaves) => expect(isoMinute(leavesBy(at(paid), lead, away))).toBe(leaves))

  it('a holiday is ahead until its last day is over', () => {
    expect(isAhead(holiday, at('2026-11-01T00:00'))).toBe(true)
    expect(isAhead(holiday, at('2027-01-02T23:59'))).toBe(true)
    expect(isAhead(holiday, at('2027-01-03T00:00'))).toBe(false)
  })
})

it('days are those of the province, else of the country, and of nowhere else', () => {
  const [us, ca] = [
    { area: 'US', least: 3, most: 5 },
    { area: 'US-CA', least: 1, most: 2 },
  ]
  const days = [us, ca]
  expect(daysTo(days, { country: 'US', province: 'US-CA' })).toEqual(ca)
  expect(daysTo(days, { country: 'US', province: 'US-NY' })).toEqual(us)
  expect(daysTo(days, { country: 'US', province: 'Somewhere' })).toEqual(us)
  expect(daysTo(days, { country: 'DE', province: 'US-CA' })).toBeUndefined()
  expect(arrives(0, { least: 1, most: 2 })).toEqual([86_400_000, 172_800_000])
})

it('what a store charges is what its own row says, in its own currency alone', () => {
  const detail = { shipping: 500, taxBasisPoints: 700, product: { currency: 'USD' } }
  const terms = { shipping: 0, taxBasisPoints: 1900 }
  expect(chargedFor(detail, undefined)).toEqual({ shipping: 500, taxBasisPoints: 700 })
  expect(chargedFor(detail, { currency: 'USD' })).toEqual({ shipping: 500, taxBasisPoints: 700 })
  expect(chargedFor(detail, { currency: 'USD', terms })).toEqual({ shipping: 0, taxBasisPoints: 1900 })
  expect(chargedFor(detail, { currency: 'EUR', terms: { ...terms, shipping: 90 } })).toEqual({
    shipping: 0,
    taxBasisPoints: 1900,
  })
})
