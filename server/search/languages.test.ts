import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Output } from '#contract/registry.ts'
import { openTestMarket, type TestMarket } from '../../tests/support/market/market.ts'
import { searchGoods, searchTable } from '../../tests/support/catalogue/search-table.ts'
import { catalogueTransaction } from '../feed/catalogue-feed.ts'
import { fillSearch } from './fill.ts'
import { readWords } from './vocabulary.ts'

let market: TestMarket
const names = new Map<number, string>()
beforeAll(async () => {
  market = await openTestMarket()
  await catalogueTransaction(market.db, async ({ tx, rev }) => {
    const store = await tx
      .insertInto('stores')
      .values({ slug: 's', name: 'Shop', currency: 'USD', logo: null, rev })
      .returning('id')
      .executeTakeFirstOrThrow()
    const category = await tx
      .insertInto('categories')
      .values({ path: 'Things', name: JSON.stringify({ en: 'Things' }), picture: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [name, { title, brand, codes }] of Object.entries(searchGoods)) {
      const { id } = await tx
        .insertInto('products')
        .values({
          store_id: store.id,
          category_id: category.id,
          category_ids: [category.id],
          source_id: randomUUID(),
          source_hash: null,
          title: JSON.stringify(title),
          description: '{}',
          brand: brand ?? null,
          attributes: JSON.stringify((codes ?? []).map((value) => ({ name: 'Model', value }))),
          pictures: '[]',
          currency: 'USD',
          ladder: '[{"from":1,"price":500}]',
          price: 500,
          stock: 5,
          tokens: null,
          rev,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      names.set(id, name)
    }
  })
  await fillSearch(market.db)
})
afterAll(() => market.close())

it.each(searchTable)('$language: $query', async ({ query, first, not = [] }) => {
  const { data } = await market.call('/api/index/search_pro', { query })
  const found = (data as Output<'search.products'>).ids.map((id) => names.get(id))
  expect(found[0]).toBe(first)
  for (const other of not) expect(found).not.toContain(other)
})

it('keeps so many words in memory, the most frequent', async () => {
  const all = await readWords(market.db, undefined)
  const some = await readWords(market.db, undefined, 5)
  expect([all.size > 5, some.size]).toEqual([true, 5])
  expect(some.collection.documents).toBe(Object.keys(searchGoods).length)
  const counts = [...all.collection.beginning('')].map((word) => all.collection.having(word)).sort((a, b) => b - a)
  const kept = [...some.collection.beginning('')].map((word) => some.collection.having(word)).sort((a, b) => b - a)
  expect(kept).toEqual(counts.slice(0, 5))
})
