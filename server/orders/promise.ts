import { sql } from 'kysely'
import { LEAD, leavesBy } from '#contract/rules/store-terms.ts'
import type { Tx } from '../db/tables.ts'
import type { OrderRow } from '../feed/order-change.ts'

/**
 * By when an order that is paid for at a moment (Unix ms) is to leave: all of it together, so that what needs longest
 * counts. What its store says later changes nothing.
 */
export async function promisedAt(tx: Tx, { id, store_id }: OrderRow, at: number): Promise<Date> {
  const { rows } = await sql<{ lead: number | null; from: string | null; to: string | null }>`
    select (select max(p.lead_days) from order_lines l join products p on p.id = l.product_id
        where l.order_id = ${id}::text) as lead, n.holiday_from::text as "from", n.holiday_to::text as "to"
    from stores s left join store_notices n on n.store_id = s.id where s.id = ${store_id}::int`.execute(tx)
  const { lead, from, to } = rows[0]!
  return new Date(leavesBy(at, lead ?? LEAD, from !== null && to !== null ? { from, to } : null))
}
