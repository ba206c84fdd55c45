import { sql } from 'kysely'
import { byTimer } from '../audit/audit.ts'
import type { Db } from '../db/tables/tables.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { readOrders, type OrderRow } from './order/change.ts'
import { auditOrder } from './moves/operator.ts'
import { moveOrder } from './moves/moves.ts'

/** The most owners per round, and the most orders of each; the rest follow in the next. */
const OWNERS = 200
const ORDERS_EACH = 100

/**
 * Closes unpaid orders whose time is over and puts their stock back, each owner's in a transaction of its own. The
 * owner's lock shows whether a payment, a cancellation or another process was faster, so that each order is closed
 * once. Returns how many it closed; an owner's failure does not keep the others' orders from being closed.
 */
export async function expireOrders(
  db: Db,
  now: number,
  report: (error: unknown) => void = (error) => {
    throw error
  },
): Promise<number> {
  const at = new Date(now)
  // In another order each round, so that owners whose transaction always fails do not keep the others from being read.
  const { rows: late } = await sql<{ user_id: string; ids: string[] }>`
    select o.user_id, (array_agg(o.id order by o.pay_by))[1:${sql.lit(ORDERS_EACH)}] as ids
    from orders o where o.state = 'unpaid' and o.pay_by <= ${at}::timestamptz
    group by o.user_id order by md5(o.user_id::text || ${String(now)}) limit ${sql.lit(OWNERS)}`.execute(db)
  let closed = 0
  for (const { user_id: userId, ids } of late) {
    try {
      closed += await ownerTransaction(db, userId, async (call) => {
        const orders = await readOrders(
          call.tx,
          sql`o.id = any(${ids}::text[]) and o.state = 'unpaid' and o.pay_by <= ${at}::timestamptz`,
        )
        const after: OrderRow[] = []
        for (const order of orders)
          after.push(await moveOrder(call, order, { event: 'timeout', at: now, reason: 'timeout' }))
        for (const [i, order] of orders.entries()) await auditOrder(call, byTimer, 'timeout', order, after[i]!)
        return orders.length
      })
    } catch (error) {
      report(error)
    }
  }
  return closed
}
