import { describe, expect, it } from 'vitest'
import { callingCode, countries, e164 } from './phone.ts'

describe('mobile numbers on the device', () => {
  it.each([
    ['089 2180 1234', 'DE', '+498921801234'],
    ['+1 (619) 555-0123', 'DE', '+16195550123'],
    ['00 44 20 7946 0958', 'FR', '+442079460958'],
    ['٠٥٠١٢٣٤٥٦٧', 'AE', '+971501234567'],
    ['138 0013 8000', 'CN', '+8613800138000'],
  ])('%s in %s is %s', (text, country, number) => expect(e164(text, country)).toBe(number))

  it.each([
    ['12', 'DE'],
    ['call me 619 555 0123', 'US'],
    ['619 555 0123', ''],
    ['619 555 0123', 'XX'],
    ['', 'US'],
    ['+999 123', 'US'],
  ])('%s in %s is none', (text, country) => {
    expect(e164(text, country)).toBeUndefined()
  })

  it('knows calling codes, and every country that has one', () => {
    expect([callingCode('DE'), callingCode('HK'), callingCode(''), callingCode('XX')]).toEqual([
      '+49',
      '+852',
      undefined,
      undefined,
    ])
    expect(countries().length).toBeGreaterThan(230)
  })
})
