import { sql } from 'kysely'
import type { Db } from '../../db/tables/tables.ts'
import { marketCurrency } from '../../market/currency.ts'

/**
 * The part of a person's money that is spoken for: in escrow, and due for unpaid orders whose time is not over (`now`
 * in Unix ms).
 */
export async function heldBy(db: Db, userId: string, now: number): Promise<{ escrow: number; unpaid: number }> {
  const {
    rows: [row],
  } = await sql<{ escrow: number; unpaid: number }>`
    select
      (select coalesce(sum(o.held), 0)::bigint from orders o
        where o.user_id = ${userId}::uuid and o.held > 0 and o.due_currency = ${marketCurrency}) as escrow,
      (select coalesce(sum(o.due), 0)::bigint from orders o
        where o.user_id = ${userId}::uuid and o.state = 'unpaid'
          and o.pay_by > ${new Date(now)}::timestamptz) as unpaid`.execute(db)
  return row!
}
