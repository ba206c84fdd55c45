import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestMarket, type TestMarket } from '../../tests/support/market/market.ts'
import { seedIfEmpty } from '../seed/demo.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
  await seedIfEmpty(market.db, { dataDir: undefined, progress: () => undefined })
})
afterAll(() => market.close())

describe('hostile queries', () => {
  const hostile = [
    '\u0000',
    'tea\u0000pot',
    '🎁'.repeat(200),
    "'); drop table products; --",
    'a & !b | (c:*',
    ':*',
    "'",
    '\\',
    '"tea" -pot',
    '<->',
    'tea:AB*',
    '%_%',
    '\ud800',
    '１２３',
    'a'.repeat(200),
    'x y '.repeat(50),
    '{1,2}',
    '\u202e',
    '茶'.repeat(200),
    'null',
    '__proto__',
    'constructor toString',
  ]
  it.each(hostile)('are answered: %j', async (query) => {
    for (const path of ['/api/index/search_pro', '/api/index/search_shop'])
      expect([1, 422]).toContain((await market.call(path, { query })).code)
  })

  it("are refused when they are none, or too long, or their key is another's", async () => {
    for (const input of [
      {},
      { query: '' },
      { query: '   ' },
      { query: 7 },
      { query: 'x'.repeat(201) },
      { query: 'tea', after: 'all.1.1' },
      { query: 'tea', after: 'best.1.1' },
      { query: 'tea', sort: 'sales', after: 'best.1.1.1.1' },
      { query: 'tea', after: 'best.zzzzzzzzz.zzzzzz.1.1' },
      { query: 'tea', sort: 'random' },
      { query: 'tea', area: 'usa' },
    ]) {
      expect(await market.call('/api/index/search_pro', input), JSON.stringify(input)).toMatchObject({ code: 422 })
    }
    expect(await market.call('/api/index/search_shop', { query: 'tea', after: 'best.1.1' })).toMatchObject({
      code: 422,
    })
    expect(
      (await sql<{ n: number }>`select count(*)::int as n from products`.execute(market.db)).rows[0]!.n,
    ).toBeGreaterThan(600)
  })
})
