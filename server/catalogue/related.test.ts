import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Stated } from '#contract/registry.ts'
import { openTestMarket, type TestMarket } from '../../tests/support/market/market.ts'

// Related products are found by words kept with each product: no request reads titles.

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const related = async (id: number): Promise<number[]> =>
  ((await market.call('/api/index/pro_info', { id })).data as Stated<'catalogue.product'>).related.map((p) => p.id)
const wordsOf = async (id: number): Promise<string[]> =>
  (await sql<{ alike_words: string[] }>`select alike_words from products where id = ${id}::int`.execute(market.db))
    .rows[0]!.alike_words
const named = (id: number, title: Record<string, string>) =>
  market.db
    .updateTable('products')
    .set({ title: JSON.stringify(title) })
    .where('id', '=', id)
    .execute()

it('is what shares most words with its title, in whatever language, as it is called now', async () => {
  const { ids } = await market.products(4)
  const [one, two, three] = ids as [number, number, number, number]
  await named(one, { en: 'Blue stoneware cup' })
  await named(two, { en: 'Plate', zh: 'stoneware CUP' })
  await named(three, { en: 'A blue plate' })
  expect((await wordsOf(one)).toSorted()).toEqual(['blue', 'cup', 'stoneware'])
  expect((await related(one))[0]).toBe(two)
  await named(two, { en: 'Plate' })
  await market.db.updateTable('products').set({ stock: 7 }).where('id', '=', two).execute()
  expect(await wordsOf(two)).toEqual(['plate'])
})

it('costs the same for titles of any length: of each a sample of 32 words is kept, the same of both', async () => {
  const { ids } = await market.products(2)
  const words = Array.from({ length: 400 }, (_, n) => `word${n}`)
  const title = Object.fromEntries([0, 1, 2, 3].map((n) => [`l${n}`, words.slice(n * 100, n * 100 + 100).join(' ')]))
  await named(ids[0]!, title)
  await named(ids[1]!, { ...title, l3: words.slice(350).join(' ') })
  const [a, b] = [await wordsOf(ids[0]!), await wordsOf(ids[1]!)]
  expect([a.length, b.length]).toEqual([32, 32])
  // They share 350 words; a sample finds about seven of eight.
  expect(a.filter((word) => b.includes(word)).length).toBeGreaterThan(20)
})
