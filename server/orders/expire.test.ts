import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestMarket, type TestMarket } from '../../tests/support/market/market.ts'
import { makeShop, type TestShop } from '../../tests/support/market/orders.ts'
import { expireOrders } from './expire.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const DUE = Date.UTC(2026, 0, 1)

/** Puts unpaid orders of a person into the table, each past its time a minute after the one before. */
async function lateOrders(userId: string, shop: TestShop, count: number, from: number): Promise<void> {
  const storeId = shop.shopId
  await sql`
    insert into orders (id, user_id, group_id, store_id, state, currency, goods, shipping, tax, total, due,
      due_currency, address, pay_by, rev)
    select g || ':' || ${storeId}::int, ${userId}::uuid, g, ${storeId}::int, 'unpaid', 'USD', 1, 0, 0, 1, 1, 'USD',
      '{}',
      ${new Date(from)}::timestamptz + n * interval '1 second', 1
    from (select gen_random_uuid() as g, n from generate_series(1, ${count}::int) as n) made`.execute(market.db)
  await sql`
    insert into order_lines (order_id, product_id, variant_id, num, price, amount, title)
    select id, ${shop.ids[0]!}::int, 0, 1, 1, 1, '{}' from orders where user_id = ${userId}::uuid`.execute(market.db)
}

it('late orders of owners whose transaction always fails do not hold up the others', async () => {
  const shop = await makeShop(market.db, [{}])
  const [broken, honest] = [await market.person(), await market.person()]
  await lateOrders(broken.uid, shop, 600, DUE)
  await lateOrders(honest.uid, shop, 3, DUE + 3_600_000)
  await sql`
    create function refuse() returns trigger language plpgsql
      as $$ begin raise exception 'cannot be closed'; end $$`.execute(market.db)
  await sql
    .raw(
      `create trigger broken before update on orders for each row when (old.user_id = '${broken.uid}') execute function refuse()`,
    )
    .execute(market.db)
  const reports: unknown[] = []
  expect(await expireOrders(market.db, DUE + 7_200_000, (error) => reports.push(error))).toBe(3)
  expect(reports).toHaveLength(1)
  await sql`drop trigger broken on orders`.execute(market.db)
  await market.db.deleteFrom('orders').where('user_id', '=', broken.uid).execute()
})

it('reads no more than so many orders of one owner at a time, and comes to all of them', async () => {
  const shop = await makeShop(market.db, [{}])
  const person = await market.person()
  await lateOrders(person.uid, shop, 250, DUE)
  const rounds: number[] = []
  for (let closed = -1; closed !== 0;) {
    closed = await expireOrders(market.db, DUE + 7_200_000)
    rounds.push(closed)
  }
  expect(rounds).toEqual([100, 100, 50, 0])
})
