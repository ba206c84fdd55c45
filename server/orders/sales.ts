import { sql } from 'kysely'
import { ownParcels } from '#contract/orders/parts.ts'
import { refundOf } from '#contract/reports/refunds.ts'
import type { Payload } from '#contract/registry.ts'
import { readOrders, type OrderRow } from './order/change.ts'
import type { OwnerCall } from '../feed/owner-feed.ts'
import { readSale } from '../stores/feed/sales.ts'
import type { StoreMutationCall, Verdict } from '../http/handlers.ts'
import { answerReport } from '../reports/answer.ts'
import { alsoPostings } from './moves/held-moves.ts'
import { moveOrder } from './moves/moves.ts'
import { refundPart } from './moves/part-refund.ts'
import { refusalFor, shipParcel, type MovedOrder } from './moves/ship.ts'

// The actions of a store's members on its orders. The caller holds the store's feed; the buyer's is taken next
// (`within`), and only then is the order read, so that what was read stays true until the commit.

type Acts = (of: OwnerCall, order: OrderRow, by: { at: number; by: string }) => Promise<MovedOrder>

/** Does something with an order of the store's, and answers with the row as it then is, also where it was refused. */
async function onSale(call: StoreMutationCall, id: string, act: Acts): Promise<Verdict> {
  const { tx, store, rev } = call
  const found = await tx
    .selectFrom('orders')
    .select('user_id')
    .where('id', '=', id)
    .where('store_id', '=', store.id)
    .executeTakeFirst()
  if (!found) return { kind: 'refused', refusal: { reason: 'orderGone' } }
  const of = await call.within(found.user_id)
  const [order] = await readOrders(tx, sql`o.id = ${id}::text`)
  const moved = await act(of, order!, { at: call.now(), by: store.by })
  // Owed to the store by what was done to the buyer's row: here is the transaction that gives it its rev.
  await tx.updateTable('orders').set({ store_rev: rev }).where('id', '=', id).execute()
  // The store's own money may have moved, at the rev of this transaction: its result has every row of that.
  await alsoPostings(call, call.userId)
  const rows = [await readSale(tx, id)]
  return 'refusal' in moved ? { kind: 'refused', refusal: moved.refusal, rows } : { kind: 'accepted', rows }
}

/** Whether nothing of an order is wanted any more, as its store says it. */
const isOff = ({ stage, short }: OrderRow): boolean => stage === 'cancelled' || stage === 'refunded' || short

export const shipSale = (call: StoreMutationCall, p: Payload<'sale.ship'>): Promise<Verdict> =>
  onSale(call, p.id, async (of, order, { at, by }) => {
    if (isOff(order)) return refusalFor('saleCancelled')
    if (ownParcels(order).some(({ n }) => n >= p.parcel)) return refusalFor('parcelElsewhere')
    const { id: orderId, lines, carrier, tracking } = p
    return shipParcel(of, { orderId, lines, carrier, tracking, at, by })
  })

export const answerSale = (call: StoreMutationCall, p: Payload<'sale.answer'>): Promise<Verdict> =>
  onSale(call, p.id, (of, _order, by) => {
    const { id: orderId, report: reportId, say, carrier, tracking, words } = p
    const answer = say === 'decline' ? { say, words } : { say, words, carrier, tracking }
    return answerReport(of, { orderId, reportId, ...by, ...answer })
  })

export const offerSale = (call: StoreMutationCall, p: Payload<'sale.offer'>): Promise<Verdict> =>
  onSale(call, p.id, (of, _order, by) => {
    const { id: orderId, report: reportId, amount, words } = p
    return answerReport(of, { orderId, reportId, ...by, say: 'offer', amount, words })
  })

export const refundSalePart = (call: StoreMutationCall, p: Payload<'sale.refundPart'>): Promise<Verdict> =>
  onSale(call, p.id, (of, order, by) => refundPart(of, order, p, by))

export const refundSale = (call: StoreMutationCall, p: Payload<'sale.refund'>): Promise<Verdict> =>
  onSale(call, p.id, async (of, order, { at, by }) => {
    const back = refundOf({ ...order, paid: order.due }, p.what)
    if (!back) return isOff(order) ? refusalFor('saleCancelled') : refusalFor('orderMoved')
    if (back.amount !== p.amount) return refusalFor('orderMoved')
    return { order: await moveOrder(of, order, { event: back.event, at, by, reason: 'shop' }) }
  })
