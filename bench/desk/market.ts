import { sql } from 'kysely'
import { openDatabase } from '#server/db/open.ts'
import type { Db } from '#server/db/tables/tables.ts'
import { settleOwed } from '#server/sync/owed.ts'
import { addMember } from '#server/members/members.ts'
import { newPerson, type Person } from '../../tests/e2e/people/people.ts'
import type { Market } from '../../tests/support/servers/servers.ts'

/** A store of the market's and who acts for it. */
export interface Shop {
  owner: Person
  orders: number
}

/** The most orders copied at once. */
const PIECE = 500

/**
 * Makes a store with so many orders for each of these numbers, in a demo market that stands still meanwhile. The orders
 * are copies of two of the demo's with their lines and parcels: a few are to be sent, as many are under way, and the
 * others have arrived within two years.
 */
export async function makeShops(market: Market, orders: readonly number[]): Promise<Shop[]> {
  const shops: Shop[] = []
  for (const count of orders) shops.push({ owner: await newPerson(market), orders: count })
  await market.kill()
  const { db, close } = await openDatabase({ dataDir: market.dataDir })
  try {
    for (const { owner, orders: count } of shops) await makeShop(db, owner, count)
  } finally {
    await close()
  }
  await market.restart()
  return shops
}

async function makeShop(db: Db, owner: Person, orders: number): Promise<void> {
  const person = await db.selectFrom('users').select('id').where('email', '=', owner.email).executeTakeFirstOrThrow()
  const store = await db.transaction().execute(async (tx) => {
    const made = await tx
      .insertInto('stores')
      .values({
        ...{ slug: `bench-${orders}`, name: `Shop of ${orders}`, logo: null, currency: 'USD' },
        created_at: new Date(),
      })
      .returning(['id', 'uid'])
      .executeTakeFirstOrThrow()
    await addMember(tx, made.id, person.id, 'owner')
    return made
  })
  for (let from = 0; from < orders; from += PIECE) {
    await copyOrders(db, store.id, { from, to: Math.min(orders, from + PIECE), all: orders })
    await settleOwed(db, store.uid)
  }
}

/** Copies orders of the demo's to a store, from one number of all through another. */
async function copyOrders(db: Db, store: number, { from, to, all }: Record<'from' | 'to' | 'all', number>) {
  const few = Math.min(Math.max(4, Math.floor(all / 50)), Math.ceil(all / 3))
  await sql`
    with numbered as (
      select n, case when n <= ${few}::int then 'paid' when n <= ${2 * few}::int then 'shipped'
        else 'received' end as stage
      from generate_series(${from + 1}::int, ${to}::int) n),
    placed as (select *, date_trunc('milliseconds', now() - case stage
        when 'paid' then interval '1 hour' + interval '2 days' * n / ${few}::int
        when 'shipped' then interval '3 days' + interval '7 days' * (n - ${few}::int) / ${few}::int
        else interval '17 days' + interval '700 days' * n / ${all}::int end) as at from numbered),
    copies as materialized (select gen_random_uuid() as of_group, stage, at,
        case when stage <> 'paid' then at + interval '1 day' end as shipped_at,
        case when stage = 'received' then at + interval '8 days' end as received_at,
        (select o.id from orders o where o.stage = case placed.stage when 'paid' then 'paid' else 'shipped' end
          order by o.serial limit 1) as of
      from placed),
    made as (insert into orders select r.* from copies c join orders o on o.id = c.of,
      jsonb_populate_record(null::orders, to_jsonb(o) || jsonb_build_object(
        'id', c.of_group || ':' || ${store}::int, 'group_id', c.of_group, 'store_id', ${store}::int,
        'serial', nextval(pg_get_serial_sequence('orders', 'serial')), 'state', c.stage, 'stage', c.stage,
        'created_at', c.at, 'paid_at', c.at + interval '10 minutes', 'shipped_at', c.shipped_at,
        'received_at', c.received_at, 'release_at', case c.stage when 'shipped' then now() + interval '4 days' end,
        'held', case c.stage when 'received' then 0 else o.held end)) r),
    lined as (insert into order_lines select r.* from copies c join order_lines l on l.order_id = c.of,
      jsonb_populate_record(null::order_lines, to_jsonb(l) || jsonb_build_object(
        'order_id', c.of_group || ':' || ${store}::int)) r)
    insert into parcels select r.* from copies c join parcels p on p.order_id = c.of,
      jsonb_populate_record(null::parcels, to_jsonb(p) || jsonb_build_object(
        'order_id', c.of_group || ':' || ${store}::int, 'shipped_at', c.shipped_at, 'received_at', c.received_at)) r
  `.execute(db)
}
