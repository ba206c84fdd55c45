import { sql } from 'kysely'
import { LEAD, leavesBy } from '#contract/shipping/terms.ts'
import type { Tx } from '../../db/tables/tables.ts'
import type { OrderRow } from '../order/change.ts'
import { leadDays } from '../../market/promises.ts'
import { holidayOf } from './holiday.ts'

/**
 * By when an order that is paid for at a moment (Unix ms) is to leave: all of it together, so that what needs longest
 * counts. What its store says later changes nothing.
 */
export async function promisedAt(tx: Tx, { id, store_id }: OrderRow, at: number): Promise<Date> {
  const { rows } = await sql<{ lead: number | null }>`
    select max(greatest(${leadDays}, l.back_days)) as lead from order_lines l join products p on p.id = l.product_id
    where l.order_id = ${id}::text`.execute(tx)
  return new Date(leavesBy(at, rows[0]!.lead ?? LEAD, await holidayOf(tx, store_id)))
}
