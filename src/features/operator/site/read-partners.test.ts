import { expect, it } from 'vitest'
import { isPartnerName, keptPartners, partnersText } from './read-partners.ts'

it('writes what is kept so that nothing is lost, a logo without an address least of all', () => {
  const kept = JSON.stringify([
    { name: 'North Pier', url: 'https://pier.example', logo: `file/${'a'.repeat(32)}` },
    { name: 'Lamp & Sons', url: null, logo: 'drawn/ship/badge-glow-1' },
    { name: 'Reed', url: 'https://reed.example/?a=1;b=2', logo: null },
    { name: 'Date Palm', url: null, logo: null },
  ])
  expect(partnersText(keptPartners(kept))).toBe(
    `North Pier=https://pier.example file/${'a'.repeat(32)}; Lamp & Sons=- drawn/ship/badge-glow-1; ` +
      'Reed=https://reed.example/?a=1%3Bb=2; Date Palm',
  )
  expect(partnersText([{ name: '  ', url: 'https://a.example', logo: '' }])).toBe('')
  expect(keptPartners('')).toEqual([])
})

it('takes no name that would be read as two', () => {
  expect(['A=B', 'A;B', 'A & B'].map(isPartnerName)).toEqual([false, false, true])
})
