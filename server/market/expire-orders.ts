import { sql } from 'kysely'
import type { Db } from '../db/tables.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { readOrders } from './order-change.ts'
import { moveOrder } from './order-moves.ts'

/** So many a round; what is left over comes with the next. */
const ROUND = 500

/**
 * Closes unpaid orders whose time is over and puts their stock back, each owner's in a transaction of its
 * own. Whoever was faster (a payment, a cancellation, another process) is found out under the owner's lock,
 * so that each is closed once. Returns how many it closed; an owner's failure does not keep the others'.
 */
export async function expireOrders(
  db: Db,
  now: number,
  report: (error: unknown) => void = (error) => {
    throw error
  },
): Promise<number> {
  const at = new Date(now)
  const late = await db
    .selectFrom('orders')
    .select(['id', 'user_id'])
    .where('state', '=', 'unpaid')
    .where('pay_by', '<=', at)
    .orderBy('pay_by')
    .limit(ROUND)
    .execute()
  let closed = 0
  for (const userId of new Set(late.map((o) => o.user_id))) {
    const ids = late.filter((o) => o.user_id === userId).map((o) => o.id)
    try {
      closed += await ownerTransaction(db, userId, async (call) => {
        const orders = await readOrders(
          call.tx,
          sql`o.id = any(${ids}::text[]) and o.state = 'unpaid' and o.pay_by <= ${at}::timestamptz`,
        )
        for (const order of orders) await moveOrder(call, order, { event: 'timeout', at: now, reason: 'timeout' })
        return orders.length
      })
    } catch (error) {
      report(error)
    }
  }
  return closed
}
