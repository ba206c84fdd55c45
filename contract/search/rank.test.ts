import { describe, expect, it } from 'vitest'
import {
  TOKENS_A_WORD,
  WORDS,
  expansions,
  expansionsTyped,
  fieldWeights,
  idf,
  isHit,
  isOneErrorAway,
  norm,
  queryWords,
  scoreOf,
  titleLength,
  weightOfMask,
} from './rank.ts'
import { collectionOf } from './match.ts'

describe('what a match counts', () => {
  it('weighs the fields that a token stands in', () => {
    expect(weightOfMask).toHaveLength(16)
    const weights = [0, 1, 0.5, 1.5, 0.3, 1.3, 0.8, 1.8, 0.1, 1.1, 0.6, 1.6, 0.4, 1.4, 0.9, 1.9]
    weights.forEach((weight, mask) => expect(weightOfMask[mask]).toBeCloseTo(weight, 10))
    expect(fieldWeights).toEqual({ title: 1, codes: 2, leaf: 4, above: 8 })
  })

  it('counts a title by its tokens, on average over its languages', () => {
    expect(titleLength({ en: 'tea pot' })).toBe(2)
    expect(titleLength({ en: 'one', fr: 'one two three four' })).toBe(3)
    expect(titleLength({ en: '' })).toBe(1)
    expect(titleLength({})).toBe(1)
    expect(titleLength({ en: Array.from({ length: 300 }, (_, i) => `w${i}`).join(' ') })).toBe(255)
  })

  it('counts a match by the length of the title: 1 at ten tokens', () => {
    expect(norm(10)).toBeCloseTo(1, 10)
    expect(norm(1)).toBeCloseTo(1 / 0.73, 10)
    expect(norm(20)).toBeCloseTo(1 / 1.3, 10)
  })

  it('counts a word by how few documents have it', () => {
    expect(idf(100, 9)).toBeCloseTo(Math.log(11), 10)
    expect(idf(100, 0)).toBeCloseTo(Math.log(101), 10)
  })

  it('is written in whole thousandths', () => {
    expect(scoreOf(1.2345)).toBe(1235)
    expect(scoreOf(0.0004)).toBe(0)
  })
})

describe('a query', () => {
  it('is its first words, each once', () => {
    const many = Array.from({ length: WORDS + 3 }, (_, i) => `w${i}`)
    expect(queryWords(`w0 ${many.join(' ')}`)).toEqual(many.slice(0, WORDS))
  })

  it.each([
    [0, 0, false],
    [0, 1, false],
    [1, 1, true],
    [1, 2, true],
    [1, 3, false],
    [2, 4, true],
  ])('finds what matches %i of %i words: %s', (matched, words, found) => {
    expect(isHit(matched, words)).toBe(found)
  })
})

describe('the tokens that a word stands for', () => {
  const of = (word: string, counts: Record<string, number>): [string, number][] =>
    expansions(word, collectionOf(100, new Map(Object.entries(counts)))).map(({ token, factor }) => [token, factor])

  it('are the word itself with its plural', () => {
    expect(of('lamp', { lamp: 1, lamps: 2, lampe: 3 })).toEqual([
      ['lamp', 1],
      ['lamps', 0.6],
    ])
  })
  it('are the word itself with its singular', () => {
    expect(of('lamps', { lamp: 1, lamps: 2 })).toEqual([
      ['lamps', 1],
      ['lamp', 0.6],
    ])
  })
  it('are its other number when the collection does not have it', () => {
    expect(of('lamps', { lamp: 1, lampshade: 2 })).toEqual([['lamp', 0.6]])
    expect(of('cup', { cups: 4, cupboard: 9 })).toEqual([['cups', 0.6]])
  })
  it.each([
    ['glass', { glas: 1, glassy: 1 }, ['glassy']],
    ['glass', { glasss: 1 }, ['glasss']],
    ['it', { its: 1, item: 2 }, ['item', 'its']],
    ['чай', { чайs: 1, чайник: 2 }, ['чайник', 'чайs']],
    ['2чай', { '2чайs': 1, '2чайник': 2 }, ['2чайник', '2чайs']],
    ['sofa', { ofa: 1, sofab: 1 }, ['sofab']],
    ['sss', { ss: 1, sssb: 1 }, ['sssb']],
    ['abc1', { abc1s: 1, abc1x: 2 }, ['abc1x', 'abc1s']],
    ['1abc', { '1abcs': 1, '1abcx': 2 }, ['1abcx', '1abcs']],
  ])('%s of %j: only words in Latin letters, from three on, have another number', (word, counts, tokens) => {
    expect(of(word, counts as unknown as Record<string, number>)).toEqual(tokens.map((token) => [token, 0.6]))
  })
  it('are those that begin with it, the most frequent first, equal ones by their letters', () => {
    expect(of('te', { tea: 1, teb: 3, tec: 1, at: 9, ate: 9 })).toEqual([
      ['teb', 0.6],
      ['tea', 0.6],
      ['tec', 0.6],
    ])
  })
  it('are none for a single letter, nor for a token that no document has', () => {
    expect(of('t', { tea: 1 })).toEqual([])
    expect(of('te', { tea: 0 })).toEqual([])
  })
  it('are all pairs that have a single character of a script without spaces', () => {
    for (const char of ['茶', 'ち', 'チ', '차', 'ช'])
      expect(of(char, { [`a${char}`]: 1, [`${char}b`]: 2, xy: 3 })).toEqual([
        [`${char}b`, 0.6],
        [`a${char}`, 0.6],
      ])
    expect(of('茶茶', { 茶茶茶: 1, a茶茶: 2 })).toEqual([['茶茶茶', 0.6]])
  })
  it('are those one typing error away, from four letters on, the first letter kept', () => {
    expect(of('lanp', { lamp: 2, land: 1, kanp: 5, lane: 3, lap: 1, lanxp: 1, liquid: 9 })).toEqual([
      ['lane', 0.4],
      ['lamp', 0.4],
      ['land', 0.4],
      ['lanxp', 0.4],
      ['lap', 0.4],
    ])
    expect(of('lap', { lip: 1 })).toEqual([])
    expect(of('lanp', { lanpe: 1, lamp: 2 })).toEqual([['lanpe', 0.6]])
  })
  it('are in one order, whatever order the collection has them in', () => {
    const counts = new Map([
      ['tec', 1],
      ['tea', 1],
      ['teb', 1],
    ])
    const unsorted = { ...collectionOf(100, counts), beginning: () => counts.keys() }
    expect(expansions('te', unsorted).map(({ token }) => token)).toEqual(['tea', 'teb', 'tec'])
  })
  it('are at most so many', () => {
    const counts = Object.fromEntries(Array.from({ length: TOKENS_A_WORD + 9 }, (_, i) => [`te${1000 + i}`, i + 1]))
    const tokens = of('te', counts)
    expect(tokens).toHaveLength(TOKENS_A_WORD)
    expect(tokens[0]).toEqual([`te${1000 + TOKENS_A_WORD + 8}`, 0.6])
  })
})

describe('the tokens of a word that is still being typed', () => {
  const of = (word: string, counts: Record<string, number>): [string, number][] =>
    expansionsTyped(word, collectionOf(100, new Map(Object.entries(counts)))).map(({ token, factor }) => [
      token,
      factor,
    ])

  it('are also those that begin with it, each once', () => {
    expect(of('lamp', { lamp: 1, lamps: 2, lampshade: 3 })).toEqual([
      ['lamp', 1],
      ['lamps', 0.6],
      ['lampshade', 0.6],
    ])
    expect(of('la', { la: 1, lamp: 3 })).toEqual([
      ['la', 1],
      ['lamp', 0.6],
    ])
  })
  it('are its own alone for a single letter', () => {
    expect(of('t', { t: 1, tea: 1 })).toEqual([['t', 1]])
  })
})

describe('one typing error', () => {
  it.each([
    ['lamp', 'lam'],
    ['lamp', 'amp'],
    ['lamp', 'lap'],
    ['lamp', 'lampe'],
    ['lamp', 'klamp'],
    ['lamp', 'lammp'],
    ['lamp', 'lump'],
    ['lamp', 'lame'],
    ['lamp', 'tamp'],
    ['lamp', 'lapm'],
    ['lamp', 'almp'],
    ['lamp', 'lmap'],
    ['aa', 'aaa'],
  ])('%s and %s', (a, b) => {
    expect(isOneErrorAway(a, b)).toBe(true)
    expect(isOneErrorAway(b, a)).toBe(true)
  })
  it.each([
    ['lamp', 'lamp'],
    ['lamp', 'la'],
    ['lamp', 'lampes'],
    ['lamp', 'lump5'],
    ['lamp', 'lomb'],
    ['lamp', 'lxymp'],
    ['abxq', 'baq'],
    ['aaa', 'aaaaa'],
    ['abab', 'ab'],
    ['lamp', 'lpma'],
    ['lamp', 'lpam'],
    ['lamp', 'laab'],
    ['lamp', 'lapa'],
    ['lamp', 'labm'],
    ['lamp', 'lapx'],
    ['lamp', 'amx'],
    ['abcd', 'badc'],
    ['ab', 'cd'],
    ['abcde', 'acde1'],
  ])('%s and %s are further apart, or the same', (a, b) => {
    expect(isOneErrorAway(a, b)).toBe(false)
    expect(isOneErrorAway(b, a)).toBe(false)
  })
})
