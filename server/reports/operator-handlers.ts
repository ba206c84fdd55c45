import { sql } from 'kysely'
import type { Stated } from '#contract/registry.ts'
import { nextReport } from '#contract/reports/rules.ts'
import type { Dispute } from '#contract/reports/schema-operator.ts'
import type { Db } from '../db/tables/tables.ts'
import { orderLines, readOrders, type OrderRow } from '../orders/order/change.ts'
import { accepted, refused, type HandlersFor } from '../http/handlers.ts'
import { orderNumber } from '../orders/order/number.ts'
import { refundableOf } from './reports.ts'
import { actOf } from '../operator/change.ts'
import { orderFits } from '../operator/find.ts'

/**
 * The largest number of problems shown at once, and of lines that both wrote for each. The other problems come as these
 * go.
 */
const SHOWN = 50
const LINES_SHOWN = 50

/** The desk of problems that were brought to the operator. */
export const disputeHandlers: HandlersFor<'operator.disputes' | 'operator.decideDispute'> = {
  'operator.disputes': async (call, { open, find }) => accepted(await disputes(call.db, open === true, find)),
  'operator.decideDispute': async (call, { id, refund, words }) => {
    if (words.trim() === '') return refused('invalid', { path: 'words' })
    const { rows } = await sql<{ order_id: string }>`
      select order_id from order_reports where id = ${id}::uuid`.execute(call.db)
    const [order] = rows[0] ? await readOrders(call.db, sql`o.id = ${rows[0].order_id}::text`) : []
    const report = order?.reports.find((one) => one.id === id)
    if (!order || !report) return refused('notFound')
    if (nextReport(report.state, 'grant') === undefined) return refused('orderMoved')
    if (refund > refundableOf(order, report)) return refused('invalid', { path: 'amount' })
    return actOf(call, { act: 'report', report: id, refund, words: words.trim() })
  },
}

async function disputes(db: Db, open: boolean, find = ''): Promise<Stated<'operator.disputes'>> {
  const { rows } = await sql<{ id: string; order_id: string; buyer: string }>`
    select r.id, r.order_id, u.username as buyer from order_reports r join users u on u.id = r.user_id
      join orders o on o.id = r.order_id join stores s on s.id = o.store_id
    where r.ended_at is null and (r.state = 'escalated' or ${open}::boolean) and ${await orderFits(db, find)}
    order by (r.state = 'escalated') desc, r.turn_at, r.id limit ${sql.lit(SHOWN + 1)}`.execute(db)
  const shown = rows.slice(0, SHOWN)
  const orders = await readOrders(db, sql`o.id = any(${shown.map((row) => row.order_id)}::text[])`)
  const found: Dispute[] = []
  for (const { id, order_id, buyer } of shown) {
    const order = orders.find((one) => one.id === order_id)
    const report = order?.reports.find((one) => one.id === id)
    if (!order || !report) continue
    // The lines that both wrote are read once one of them has asked the operator, and not before.
    const talk = report.state === 'escalated' ? await talkOf(db, order) : []
    const { due: paid, held, refunded, due_currency: currency } = order
    const most = refundableOf(order, report)
    found.push({ report, talk, paid, held, refunded, currency, most, order: disputedOrder(order, buyer) })
  }
  return { disputes: found, more: rows.length > SHOWN }
}

const disputedOrder = (order: OrderRow, buyer: string): Dispute['order'] => {
  const { id, serial, store_name: shop, stage, currency, goods, shipping, tax, total, short, parcels, reports } = order
  return {
    ...{ id, number: orderNumber(serial), shop, buyer, stage, currency, goods, shipping, tax, total, short, parcels },
    ...{ lines: orderLines(order), reports, at: order.created_at.getTime() },
  }
}

/** The last lines of the conversation of a buyer and a store about an order. */
async function talkOf(db: Db, { id, user_id, store_id }: OrderRow): Promise<Dispute['talk']> {
  const { rows } = await sql<{ mine: boolean; text: string; pictures: Dispute['talk'][number]['pictures']; at: Date }>`
    select l.mine, l.text, l.pictures, l.at from talk_lines l
      join talks t on t.user_id = l.user_id and t.id = l.talk_id
    where t.user_id = ${user_id}::uuid and t.store_id = ${store_id}::int and t.subject_kind = 'order'
      and t.subject_id = ${id}::text and not l.deleted and not t.deleted
    order by l.at desc, l.n desc limit ${sql.lit(LINES_SHOWN)}`.execute(db)
  return rows.toReversed().map(({ at, ...line }) => ({ ...line, at: at.getTime() }))
}
