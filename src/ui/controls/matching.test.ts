import { expect, it, vi } from 'vitest'
import { matching } from './matching.ts'

it('brings each name into its plain form once, however often it is searched', () => {
  const items = ['Café', 'Zürich', 'Ćevap'].map((name) => ({ name }))
  const normalized = vi.spyOn(String.prototype, 'normalize')
  const find = (text: string) => matching(items, (item) => item.name, text, 5).map(({ name }) => name)
  expect(find('c')).toEqual(['Café', 'Ćevap', 'Zürich'])
  expect(find('ce')).toEqual(['Ćevap'])
  expect(find('zu')).toEqual(['Zürich'])
  // Three names, and the typed text three times.
  expect(normalized).toHaveBeenCalledTimes(6)
  normalized.mockRestore()
})

it('knows a name that has changed, as with the language', () => {
  const item = { en: 'Shoes', de: 'Schuhe' }
  expect(matching([item], (i) => i.en, 'sho', 5)).toEqual([item])
  expect(matching([item], (i) => i.de, 'sho', 5)).toEqual([])
  expect(matching([item], (i) => i.de, 'schu', 5)).toEqual([item])
})
