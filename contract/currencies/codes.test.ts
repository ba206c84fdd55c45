import { expect, it } from 'vitest'
import { currencyCodes, isCurrency, isRated } from './codes.ts'
import { minorPlaces } from './money.ts'

/** Codes that `Intl` still has although nobody is paid in them: withdrawn currencies, and units of account. */
const NOT_IN_USE = ['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'XDR', 'XSU', 'ZWL']

it('are those of Intl that are in use, each once and in order', () => {
  const known = Intl.supportedValuesOf('currency')
  expect(currencyCodes).toEqual(known.filter((code) => !NOT_IN_USE.includes(code)))
  expect(currencyCodes.length).toBeGreaterThan(150)
})

it('are known by name and by minor units', () => {
  const names = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' })
  expect(currencyCodes.filter((code) => names.of(code) === undefined)).toEqual([])
  expect(['EGP', 'KWD', 'JPY'].map(minorPlaces)).toEqual([2, 3, 0])
})

it('no other code is one, and coins have rates', () => {
  for (const code of ['EGY', 'XYZ', 'XAU', 'XTS', 'egp', '', 'USDT']) expect(isCurrency(code)).toBe(false)
  expect(['EGP', 'BTC', 'USDT', 'EGY', 'tBTC'].map(isRated)).toEqual([true, true, true, false, false])
})
