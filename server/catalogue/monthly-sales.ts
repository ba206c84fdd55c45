import { sql } from 'kysely'
import type { Db } from '../db/tables/tables.ts'
import { raiseTouched } from '../feed/catalogue-feed.ts'
import { catalogueRose } from '../feed/listeners.ts'
import { retried } from '../db/retry.ts'
import { lockProducts } from '../orders/order/stock.ts'

/** The length of a month in monthly sales (ms). */
export const MONTH = 30 * 86_400_000

/** The most products per transaction: orders for them wait until it ends. */
const BATCH = 500

/** The lines of such parcels; one that replaces another was sold once. */
const shipped = (now: number) => sql`
  select (part ->> 'id')::int as product_id, (part ->> 'num')::int as num
  from parcels k join orders o on o.id = k.order_id, jsonb_array_elements(k.lines) part
  where k.shipped_at > ${new Date(now - MONTH)}::timestamptz and k.replaces is null and o.closed_at is null
    and (k.amount = 0 or k.refunded < k.amount)`

/**
 * The number that each product of `among` should show: pieces in parcels that were shipped within the month and not
 * refunded, beside those that the demo market invented.
 */
const counted = (now: number, among: ReturnType<typeof sql>) => sql<{ id: number; pieces: number }>`
  select p.id, least(2147483647, p.monthly_demo + coalesce(sum(s.num), 0))::int as pieces
  from products p left join (${shipped(now)}) s on s.product_id = p.id
  where ${among} group by p.id`

/**
 * Counts again what was sold in the last 30 days, of all products whose number may have changed: those shipped lately,
 * and those that still show some sales. Each that changed is a change of the catalogue. Returns how many did.
 */
export async function countMonthlySales(db: Db, now: number): Promise<number> {
  const { rows: stale } = await sql<{ id: number }>`
    select id from (${counted(
      now,
      sql`p.id in (
      select product_id from (${shipped(now)}) s
      union select id from products where monthly_sales <> monthly_demo)`,
    )}) c join products using (id)
    where monthly_sales <> pieces order by id`.execute(db)
  let changed = 0
  for (let from = 0; from < stale.length; from += BATCH) {
    const ids = stale.slice(from, from + BATCH).map((row) => row.id)
    const { rows, rev } = await write(db, now, ids)
    changed += rows
    if (rev !== undefined) catalogueRose(db, rev)
  }
  return changed
}

/**
 * Counts once more under the locks that ships and refunds take first, so that none of them falls between counting and
 * writing.
 */
const write = (db: Db, now: number, ids: readonly number[]): Promise<{ rows: number; rev: number | undefined }> =>
  retried(() =>
    db.transaction().execute(async (tx) => {
      await lockProducts(tx, ids)
      const { rows } = await sql<{ id: number }>`
    update products p set monthly_sales = c.pieces from (${counted(now, sql`p.id = any(${[...ids]}::int[])`)}) c
    where p.id = c.id and p.monthly_sales <> c.pieces returning p.id`.execute(tx)
      const rev =
        rows.length > 0
          ? await raiseTouched(tx, { products: new Set(rows.map((row) => row.id)), stores: new Set() })
          : undefined
      return { rows: rows.length, rev }
    }),
  )
