import { describe, expect, it } from 'vitest'
import { areaNamed, findAreas, namedArea, namedCountries } from './country-names.ts'

const codes = ['AE', 'AM', 'CI', 'DE', 'DK', 'EG', 'GB', 'GN', 'GQ', 'GW', 'ID', 'IN', 'KR', 'MA', 'ML', 'NE', 'NG']
const countries = namedCountries([...codes, 'OM', 'PG', 'RO', 'SA', 'SO', 'TR', 'US'])
const found = (text: string): string[] => findAreas(countries, text)

describe('a country is found', () => {
  it.each([
    ['English', 'Egypt'],
    ['German', 'Ägypten'],
    ['German without marks', 'agypten'],
    ['Arabic', 'مصر'],
    ['Chinese', '埃及'],
    ['traditional Chinese', '埃及'],
    ['Spanish', 'Egipto'],
    ['French', 'Égypte'],
    ['Russian', 'Египет'],
    ['Hindi', 'मिस्र'],
    ['Japanese', 'エジプト'],
    ['Korean', '이집트'],
    ['Vietnamese', 'Ai Cập'],
    ['its code', 'EG'],
    ['its code in small letters', ' eg '],
  ])('in %s: %s', (_how, text) => {
    expect(found(text)).toEqual(['EG'])
    expect(areaNamed(countries, text)).toBe('EG')
  })

  it('by what people call it', () => {
    expect(['USA', 'uk', 'Turkey', 'Türkiye', "cote d'ivoire", 'Ivory Coast'].map((text) => found(text)[0])).toEqual([
      ...['US', 'GB', 'TR', 'TR', 'CI', 'CI'],
    ])
  })

  it('by the beginning of its name, the best first', () => {
    expect(found('niger')).toEqual(['NE', 'NG'])
    expect(found('guinea')).toEqual(['GN', 'GQ', 'GW', 'PG'])
    // The code stands before names that begin so.
    expect(found('in')[0]).toBe('IN')
    expect(found('in')).toContain('ID')
  })

  it('in the midst of a name only at a word, but anywhere in scripts without spaces', () => {
    expect(found('oman')).toEqual(['OM'])
    expect(found('mali')).toEqual(['ML'])
    expect(found('arabia')).toEqual(['SA'])
    expect(found('几内亚')).toEqual(['GN', 'GW', 'GQ', 'PG'])
  })

  it('in Arabic with and without the article and the hamza', () => {
    for (const text of ['الإمارات', 'الامارات', 'إمارات']) expect(found(text)).toEqual(['AE'])
    expect(areaNamed(countries, 'المغرب')).toBe('MA')
  })
})

it('nothing is found for what is no name, and everything for nothing', () => {
  expect([found('Atlantis'), found('!!!'), areaNamed(countries, ''), areaNamed(countries, 'gui')]).toEqual([
    [],
    [],
    undefined,
    undefined,
  ])
  expect(found('  ')).toHaveLength(countries.length)
})

it('a name that two areas have means neither; a code means one', () => {
  const areas = [namedArea('AA-1', ['North']), namedArea('BB-1', ['north'])]
  expect([areaNamed(areas, 'North'), areaNamed(areas, 'bb-1')]).toEqual([undefined, 'BB-1'])
})
