import { expect, it } from 'vitest'
import { countryCodes } from '#server/market/area-tree.ts'
import { provinceWord, zipWord } from './place-words.ts'

it.each([
  ['NG', 'state', 'postal'],
  ['EG', 'governorate', 'zip'],
  ['GB', 'county', 'postcode'],
  ['JP', 'prefecture', 'zip'],
  ['IN', 'state', 'pin'],
  ['ID', 'province', 'zip'],
  ['', 'province', 'zip'],
])('a form for %s asks for a %s and a %s', (country, province, zip) => {
  expect([provinceWord(country), zipWord(country)]).toEqual([province, zip])
})

it('each country has one word', () => {
  const words = Map.groupBy(countryCodes(), provinceWord)
  expect(words.size).toBe(9)
  expect(words.get('province')!.length).toBeGreaterThan(100)
})
