import { expect, it } from 'vitest'
import { currencyChoices, currencyName } from './currency-name.ts'

it('names currencies in the language of who chooses one; coins and what nobody knows by their codes', () => {
  expect(['EGP', 'USDT', 'BTC', 'QQQ', 'EURO'].map((code) => currencyName(code, 'en'))).toEqual([
    ...['Egyptian Pound', 'USDT', 'BTC', 'QQQ', 'EURO'],
  ])
  expect(currencyChoices(['EGP', 'USDT'], 'ar')).toEqual([
    { value: 'EGP', label: '\u2066EGP\u2069 · جنيه مصري' },
    { value: 'USDT', label: 'USDT' },
  ])
})
