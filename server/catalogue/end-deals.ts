import { sql } from 'kysely'
import type { Db } from '../db/tables/tables.ts'
import { productTransaction } from '../feed/catalogue-feed.ts'

/** The most products per round; the rest follow in the next. */
const PRODUCTS = 500

/** Gives products whose deal is over their usual prices again. Returns how many. */
export async function endDeals(db: Db, now: number): Promise<number> {
  const due = sql`deal is not null and (deal ->> 'until')::bigint <= ${now}::bigint`
  const { rows } = await sql<{ id: number }>`
    select id from products where ${due} order by (deal ->> 'until')::bigint limit ${sql.lit(PRODUCTS)}`.execute(db)
  for (const { id } of rows)
    await productTransaction(db, id, (tx) =>
      // Its store may have given it another end meanwhile.
      sql`update products set ladder = deal -> 'usual', deal = null,
          price = coalesce((deal -> 'usual' -> 0 ->> 'price')::bigint, 0)
        where id = ${id}::int and ${due}`.execute(tx),
    )
  return rows.length
}
