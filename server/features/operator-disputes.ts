import { sql } from 'kysely'
import type { Dispute } from '#contract/schema/operator-disputes.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db/tables.ts'
import { orderLines, readOrders } from '../feed/order-change.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { accepted, refused, type HandlersFor } from '../http/handlers.ts'
import { decideDispute } from '../orders/answer-report.ts'
import { orderNumber } from '../orders/order-number.ts'
import { mostOf } from '../orders/reports.ts'

/** So many problems are shown at once; the others come as these are decided. */
const SHOWN = 100

/** The desk of problems that were brought to the operator. */
export const disputeHandlers: HandlersFor<'operator.disputes' | 'operator.decideDispute'> = {
  'operator.disputes': async (call, { open }) => accepted({ disputes: await disputes(call.db, open === true) }),
  'operator.decideDispute': async (call, { id, refund, words }) => {
    const found = await call.db
      .selectFrom('order_reports')
      .select(['order_id', 'user_id'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!found) return refused('notFound')
    return ownerTransaction(call.db, found.user_id, async (owned) => {
      const [before] = await readOrders(owned.tx, sql`o.id = ${found.order_id}::text`)
      const said = { orderId: found.order_id, reportId: id, at: call.now(), refund, words }
      const moved = await decideDispute(owned, said)
      if ('refusal' in moved) return refused(moved.refusal.reason, moved.refusal.params)
      const one = (order: typeof moved.order) => {
        const { state, refunded } = order.reports.find((report) => report.id === id)!
        return { stage: order.stage, held: order.held, refunded: order.refunded, report: { state, refunded } }
      }
      await audit(owned.tx, {
        ...{ by: call.user.id, via: 'screen', what: 'dispute.decide' },
        ...{ subject: `order:${orderNumber(moved.order.serial)}`, before: one(before!) },
        after: { ...one(moved.order), words },
      })
      return accepted({})
    })
  },
}

async function disputes(db: Db, open: boolean): Promise<Dispute[]> {
  const { rows } = await sql<{ id: string; order_id: string; buyer: string }>`
    select r.id, r.order_id, u.username as buyer from order_reports r join users u on u.id = r.user_id
    where r.ended_at is null and (r.state = 'escalated' or ${open}::boolean)
    order by (r.state = 'escalated') desc, r.turn_at, r.id limit ${sql.lit(SHOWN)}`.execute(db)
  const orders = await readOrders(db, sql`o.id = any(${rows.map((row) => row.order_id)}::text[])`)
  return rows.flatMap(({ id, order_id, buyer }): Dispute[] => {
    const order = orders.find((one) => one.id === order_id)
    const report = order?.reports.find((one) => one.id === id)
    if (!order || !report) return []
    const { serial, store_name: shop, stage, due: paid, due_currency: currency } = order
    const line = orderLines(order).find((one) => one.id === report.line.id && one.variantId === report.line.variantId)
    return [
      {
        ...{ report, line: line ?? null, paid, currency, most: mostOf(order, report) },
        order: { id: order.id, number: orderNumber(serial), shop, buyer, stage },
      },
    ]
  })
}
