import { describe, expect, it } from 'vitest'
import { collectionOf, hitsOf, matchedIn, posting, rankOf, rankStores, storeNamesOf, queryWordsOf } from './match.ts'
import { fieldWeights, idf, norm, scoreOf } from './rank.ts'

describe('a collection', () => {
  const collection = collectionOf(
    10,
    new Map([
      ['tea', 3],
      ['pot', 2],
      ['teapot', 1],
      ['teb', 4],
      ['a', 5],
    ]),
  )

  it('counts the documents of a token', () => {
    expect([collection.having('tea'), collection.having('cup'), collection.documents]).toEqual([3, 0, 10])
  })
  it.each([
    ['te', ['tea', 'teapot', 'teb']],
    ['a', ['a']],
    ['teb', ['teb']],
    ['tec', []],
    ['0', []],
    ['', ['a', 'pot', 'tea', 'teapot', 'teb']],
  ])('knows what begins with %j', (prefix, tokens) => {
    expect([...collection.beginning(prefix)]).toEqual(tokens)
  })
  it('knows what has a character', () => {
    expect([...collection.containing('o')]).toEqual(['pot', 'teapot'])
  })
})

describe('hits', () => {
  const collection = collectionOf(
    100,
    new Map([
      ['tea', 3],
      ['pot', 9],
      ['pots', 1],
      ['lid', 2],
    ]),
  )
  const postings = new Map([
    [
      'tea',
      [posting(1, 10, fieldWeights.title), posting(2, 10, fieldWeights.codes), posting(4, 20, fieldWeights.title)],
    ],
    ['pot', [posting(1, 10, fieldWeights.title)]],
    ['pots', [posting(1, 10, fieldWeights.title | fieldWeights.codes), posting(3, 5, fieldWeights.leaf)]],
    ['lid', [posting(2, 10, fieldWeights.title)]],
  ])
  const find = (query: string) => hitsOf(queryWordsOf(query, collection), (token) => postings.get(token) ?? [])
  const score = (...parts: [idf: number, counts: number, length: number][]): number =>
    scoreOf(parts.reduce((sum, [rare, counts, length]) => sum + rare * counts * norm(length), 0))

  it('are scored by the word, the field and the length of the title', () => {
    expect(find('tea')).toEqual([
      { id: 1, matched: 1, score: score([idf(100, 3), 1, 10]) },
      { id: 2, matched: 1, score: score([idf(100, 3), 0.5, 10]) },
      { id: 4, matched: 1, score: score([idf(100, 3), 1, 20]) },
    ])
  })
  it('count the best token of a word in each document', () => {
    // `pots` counts 0.6 of 1.5, less than `pot` itself; the word says as much as its most frequent token.
    expect(find('pot')).toEqual([
      { id: 1, matched: 1, score: score([idf(100, 9), 1, 10]) },
      { id: 3, matched: 1, score: score([idf(100, 9), 0.6 * 0.3, 5]) },
    ])
  })
  it('match at least half of the words that stand for something', () => {
    expect(find('tea pot nothing').map(({ id, matched }) => [id, matched])).toEqual([
      [1, 2],
      [2, 1],
      [4, 1],
      [3, 1],
    ])
    expect(find('tea pot lid').map(({ id, matched }) => [id, matched])).toEqual([
      [1, 2],
      [2, 2],
    ])
    expect(find('nothing')).toEqual([])
  })
  it('add up over the words', () => {
    expect(find('tea lid')[1]).toEqual({
      id: 2,
      matched: 2,
      score: score([idf(100, 3), 0.5, 10], [idf(100, 2), 1, 10]),
    })
  })
  it('are ordered by matched words, then score', () => {
    const rank = rankOf({ id: 1, matched: 2, score: 3 })
    expect(rank).toBe(2_000_000_003)
    expect(matchedIn(rank)).toBe(2)
  })
})

describe('stores', () => {
  const names = storeNamesOf([
    { id: 1, name: 'Tea House' },
    { id: 2, name: 'Tea' },
    { id: 3, name: 'Pots' },
    { id: 5, name: 'Tea' },
  ])
  it('come by name first, how well it matches, then by what they sell, equal ones by id', () => {
    const sells = new Map([
      [9, 4],
      [8, 4],
      [3, 7],
      [1, 900],
    ])
    const ranked = rankStores('tea', names, sells)
    expect(ranked.map((s) => s.id)).toEqual([2, 5, 1, 3, 8, 9])
    expect(ranked.slice(3).map((s) => s.value)).toEqual([7, 4, 4])
    expect(ranked[0]!.value).toBe(10 ** 13 + rankOf({ id: 2, matched: 1, score: scoreOf(idf(4, 3) * norm(1)) }))
  })
  it('whose names match nothing come by what they sell', () => {
    expect(rankStores('lid', names, new Map([[1, 2]]))).toEqual([{ id: 1, value: 2 }])
  })
})
