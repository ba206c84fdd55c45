import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '#contract/schema/catalogue.ts'
import { makeShop } from '../../tests/support/orders.ts'
import { openTestMarket, type TestMarket } from '../../tests/support/market.ts'
import { openDatabase } from '../db/open.ts'
import { storeFigures, storeJson } from '../catalogue/store-json.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
}, 60_000)
afterAll(() => market.close())

async function stores(ids: number[]): Promise<Store[]> {
  const answer = await market.call('/api/index/stores', { ids })
  expect(answer.code).toBe(1)
  return (answer.data as { stores: Store[] }).stores
}

describe('certain stores', { timeout: 30_000 }, () => {
  it('come without those that are gone', async () => {
    const a = await makeShop(market.db, [{}])
    const b = await makeShop(market.db, [])
    expect((await stores([b.shopId, 999_999, a.shopId, b.shopId])).map((s) => s.id)).toEqual([a.shopId, b.shopId])
    for (const ids of [[], [0], ['1'], Array.from({ length: 501 }, (_, i) => i + 1)])
      expect(await market.call('/api/index/stores', { ids })).toMatchObject({ code: 422 })
  })
})

describe("a store's figures", { timeout: 30_000 }, () => {
  it('are what they are by definition', async () => {
    const { shopId, ids } = await makeShop(market.db, [{}, {}, { currency: 'EUR' }, {}])
    const [sold, withdrawn, euros] = ids as [number, number, number, number]
    const set = (id: number, values: { sales?: number; turnover?: number; active?: boolean; stock?: number }) =>
      market.db.updateTable('products').set(values).where('id', '=', id).execute()
    await set(sold, { sales: 10, turnover: 5000 })
    await set(withdrawn, { sales: 3, turnover: 1500, active: false })
    await set(euros, { sales: 4, turnover: 9999, stock: 0 })
    for (const [product, ratings] of [
      [sold, [5, 5, 4]],
      [withdrawn, [2]],
    ] as const) {
      for (const rating of ratings) {
        await market.db
          .insertInto('reviews')
          .values({
            product_id: product,
            store_id: shopId,
            user_id: null,
            author: 'A',
            rating,
            text: 'text',
            language: 'en',
            pictures: '[]',
            reply: null,
          })
          .execute()
      }
    }
    for (const on of [true, true, false]) {
      const { uid } = await market.person()
      await sql`insert into follows (user_id, store_id, is_on, rev) values (${uid}::uuid, ${shopId}, ${on}, 1)`.execute(
        market.db,
      )
    }
    // As many as are in its list, also what is out of stock.
    const { data } = await market.call('/api/index/pro', { storeId: shopId })
    expect((data as { ids: number[] }).ids).toHaveLength(3)
    // 20 × (5 + 5 + 4 + 2) / 4
    expect(await stores([shopId])).toMatchObject([
      { id: shopId, products: 3, sales: 17, turnover: 6500, credit: 80, followers: 2, area: null },
    ])
  })

  it('are nothing for a store that has only begun', async () => {
    const { shopId } = await makeShop(market.db, [])
    await market.db.updateTable('stores').set({ area: 'PT' }).where('id', '=', shopId).execute()
    expect(await stores([shopId])).toMatchObject([
      { products: 0, sales: 0, turnover: 0, credit: 0, followers: 0, area: 'PT' },
    ])
  })

  it('are read from indexes alone once a vacuum has been, so that a large store costs no more than its entries', async () => {
    const { db, close } = await openDatabase()
    const { shopId, ids } = await makeShop(
      db,
      Array.from({ length: 40 }, () => ({})),
    )
    await sql`insert into reviews (product_id, store_id, author, rating, text, language)
      select ${ids[0]!}, ${shopId}, 'A', 5, repeat('long ', 100), 'en' from generate_series(1, 3000)`.execute(db)
    const owner = randomUUID()
    await db
      .insertInto('users')
      .values({ id: owner, email: 'a@example.test', username: 'a', password_hash: 'x' })
      .execute()
    await sql`vacuum (analyze) products, reviews, follows`.execute(db)
    const { rows } = await sql<{
      'QUERY PLAN': string
    }>`explain select ${storeJson} from stores s ${storeFigures} where s.id = ${shopId}`.execute(db)
    const plan = rows.map((r) => r['QUERY PLAN']).join('\n')
    expect(plan).toContain('Index Only Scan using reviews_store')
    await close()
  })
})
