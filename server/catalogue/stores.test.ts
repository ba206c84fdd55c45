import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '#contract/catalogue/schema.ts'
import { makeShop } from '../../tests/support/market/orders.ts'
import { openTestMarket, type TestMarket } from '../../tests/support/market/market.ts'
import { openDatabase } from '../db/open.ts'
import { seededRandom } from '../seed/random.ts'
import { storeFigures, storeJson } from './store-json.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

async function stores(ids: number[]): Promise<Store[]> {
  const answer = await market.call('/api/index/stores', { ids })
  expect(answer.code).toBe(1)
  return (answer.data as { stores: Store[] }).stores
}

describe('certain stores', () => {
  it('come without those that are gone', async () => {
    const a = await makeShop(market.db, [{}])
    const b = await makeShop(market.db, [])
    expect((await stores([b.shopId, 999_999, a.shopId, b.shopId])).map((s) => s.id)).toEqual([a.shopId, b.shopId])
    for (const ids of [[], [0], ['1'], Array.from({ length: 501 }, (_, i) => i + 1)])
      expect(await market.call('/api/index/stores', { ids })).toMatchObject({ code: 422 })
  })
})

describe("a store's figures", () => {
  it('are what they are by definition', async () => {
    const { shopId, ids } = await makeShop(market.db, [{}, {}, { currency: 'EUR' }, {}])
    const [sold, withdrawn, euros] = ids as [number, number, number, number]
    const set = (id: number, values: { sales?: number; turnover?: number; offered?: boolean; stock?: number }) =>
      market.db.updateTable('products').set(values).where('id', '=', id).execute()
    await set(sold, { sales: 10, turnover: 5000 })
    await set(withdrawn, { sales: 3, turnover: 1500, offered: false })
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
      await sql`insert into follows (user_id, store_id, is_on, rev)
        values (${uid}::uuid, ${shopId}, ${on}, 1)`.execute(market.db)
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

  it('stay what they are by definition, whatever changes products, reviews and follows', async () => {
    const { db, close } = await openDatabase()
    const random = seededRandom(20_261_122)
    const people = Array.from({ length: 5 }, () => randomUUID())
    await db
      .insertInto('users')
      .values(people.map((id) => ({ id, email: `${id}@example.test`, username: 'a', password_hash: 'x' })))
      .execute()
    const shops = [await makeShop(db, [{}, {}]), await makeShop(db, [{ currency: 'EUR' }]), await makeShop(db, [])]
    const store = (): number => random.pick(shops).shopId
    const changes: (() => RawBuilder<unknown>)[] = [
      () => sql`insert into products
          (store_id, category_id, category_ids, source_id, title, currency, ladder, price, sales, turnover, active)
        select s.id, 1, '{1}', gen_random_uuid(), '{}', case n when 1 then 'USD' else 'EUR' end, '[]', 1,
          ${random.whole(0, 9)}, ${random.whole(0, 900)}, n < 3
        from generate_series(1, 3) n, stores s where s.id <= ${store()}`,
      () => sql`delete from products where id % 7 = ${random.whole(0, 6)} and id > 3`,
      () => sql`update products set sales = sales + 2, turnover = turnover + 100 where id % 3 = ${random.whole(0, 2)}`,
      () => sql`update products set offered = not offered where id % 3 = ${random.whole(0, 2)}`,
      () =>
        sql`update products set currency = ${random.pick(['USD', 'EUR'])}, store_id = ${store()}
          where id % 5 = ${random.whole(0, 4)}`,
      () => sql`update stores set currency = ${random.pick(['USD', 'EUR'])} where id = ${store()}`,
      () => sql`insert into reviews (product_id, store_id, author, rating, text, language)
        select id, store_id, 'A', ${random.whole(1, 5)}, '', 'en' from products where id % 2 = ${random.whole(0, 1)}`,
      () => sql`update reviews set rating = ${random.whole(1, 5)} where id % 3 = ${random.whole(0, 2)}`,
      () => sql`delete from reviews where id % 5 = ${random.whole(0, 4)}`,
      () => sql`insert into follows (user_id, store_id, is_on, rev)
        values (${random.pick(people)}::uuid, ${store()}, ${random.chance(0.6)}, 1)
        on conflict (user_id, store_id) do update set is_on = excluded.is_on`,
      () => sql`delete from follows where user_id = ${random.pick(people)}::uuid and store_id = ${store()}`,
    ]
    const kept = sql`select s.id, ${storeJson} as figures from stores s ${storeFigures} order by s.id`
    const reckoned = sql`select s.id,
        (select count(*)::int from products where store_id = s.id and active) as products,
        (select coalesce(sum(sales), 0)::bigint from products where store_id = s.id) as sales,
        (select coalesce(sum(turnover), 0)::bigint from products p
          where store_id = s.id and p.currency = s.currency) as turnover,
        (select coalesce(round(20 * avg(rating)), 0)::int from reviews where store_id = s.id) as credit,
        (select count(*)::int from follows where store_id = s.id and is_on) as followers
      from stores s order by s.id`
    for (let n = 0; n < 150; n++) {
      await random.pick(changes)().execute(db)
      const [now, then] = [await kept.execute(db), await reckoned.execute(db)]
      expect((now.rows as { figures: object }[]).map((row) => row.figures)).toMatchObject(then.rows as object[])
    }
    await close()
  })
})
