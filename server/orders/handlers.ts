import { ownParcels, isDone, leftToShip } from '#contract/orders/parts.ts'
import { nextStage, type OrderStage } from '#contract/orders/stages.ts'
import type { Payload } from '#contract/registry.ts'
import { refused, type HandlersFor, type MutationCall, type MutationsFor, type Verdict } from '../http/handlers.ts'
import type { Passwords } from '../factors/passwords.ts'
import { orderChange, readOrder } from './order/change.ts'
import { notify } from '../messages/notify.ts'
import type { OrderMove } from './order/move.ts'
import { moveOrder } from './moves/moves.ts'
import { askPrice } from './placing/ask.ts'
import { orderPayQuote } from './paying/pay-quote.ts'
import { orderPay } from './paying/pay.ts'
import { placeOrder } from './placing/place.ts'
import { replyToReport, reportProblem } from '../reports/report.ts'

/**
 * Moves an order on; one that is where the event leads, or beyond, has been moved already: the answer is the order as
 * it is.
 */
async function move(
  call: MutationCall,
  id: string,
  event: OrderMove['event'],
  done: readonly OrderStage[],
): Promise<Verdict> {
  const order = await readOrder(call.tx, call.userId, id)
  if (!order) return refused('orderGone')
  if (done.includes(order.stage)) return { kind: 'accepted', rows: [orderChange(order)] }
  if (nextStage(order.stage, event) === undefined) return { ...refused('orderMoved'), rows: [orderChange(order)] }
  const moved = await moveOrder(call, order, { event, at: call.now() })
  return { kind: 'accepted', rows: [orderChange(moved)] }
}

/** Takes back what has not been shipped of an order: all of it, or the rest. */
async function cancel(call: MutationCall, { id }: Payload<'order.cancel'>): Promise<Verdict> {
  const order = await readOrder(call.tx, call.userId, id)
  if (!order) return refused('orderGone')
  if (order.stage === 'cancelled' || order.short) return { kind: 'accepted', rows: [orderChange(order)] }
  const event = nextStage(order.stage, 'cancelRest') === undefined ? 'cancel' : 'cancelRest'
  if (nextStage(order.stage, event) === undefined) return { ...refused('orderMoved'), rows: [orderChange(order)] }
  const moved = await moveOrder(call, order, { event, at: call.now(), reason: 'buyer' })
  return { kind: 'accepted', rows: [orderChange(moved)] }
}

/** Says that one parcel has arrived; the amount that goes to the store is the one that the person saw. */
async function receiveParcel(call: MutationCall, p: Payload<'order.receiveParcel'>): Promise<Verdict> {
  const order = await readOrder(call.tx, call.userId, p.id)
  if (!order) return refused('orderGone')
  const rows = [orderChange(order)]
  const parcel = ownParcels(order).find(({ n }) => n === p.parcel)
  if (parcel && parcel.receivedAt !== null) return { kind: 'accepted', rows }
  const others = ownParcels(order).filter((one) => one !== parcel)
  const event = leftToShip(order).length === 0 && others.every(isDone) ? 'receive' : 'receivePart'
  const seen = parcel && parcel.amount - parcel.refunded === p.amount
  if (!seen || nextStage(order.stage, event) === undefined) return { ...refused('orderMoved'), rows }
  const moved = await moveOrder(call, order, { event, at: call.now(), parcel: p.parcel })
  return { kind: 'accepted', rows: [orderChange(moved)] }
}

/** Places an order; a question that only the person can answer is told on all their devices. */
async function placeOrAsk(call: MutationCall, p: Parameters<typeof placeOrder>[1]): Promise<Verdict> {
  const verdict = await placeOrder(call, p)
  if (verdict.kind !== 'needsConsent') return verdict
  const store = await call.tx.selectFrom('stores').select('name').where('id', '=', p.shopId).executeTakeFirst()
  await notify(call, call.userId, {
    kind: 'orderQuestion',
    at: call.now(),
    subject: { kind: 'sync', id: 'needs' },
    values: { shop: store?.name ?? '' },
  })
  return verdict
}

export const orderMutations: MutationsFor<
  | 'order.place'
  | 'order.buy'
  | 'order.submit'
  | 'order.ask'
  | 'order.submitAgreed'
  | 'order.askAgreed'
  | 'order.cancel'
  | 'order.receive'
  | 'order.receiveParcel'
  | 'order.report'
  | 'order.reply'
> = {
  'order.place': placeOrAsk,
  'order.buy': placeOrAsk,
  'order.submit': placeOrAsk,
  'order.ask': askPrice,
  'order.submitAgreed': placeOrAsk,
  'order.askAgreed': askPrice,
  'order.cancel': cancel,
  'order.receiveParcel': receiveParcel,
  'order.report': reportProblem,
  'order.reply': replyToReport,
  'order.receive': (call, p) => move(call, p.id, 'receive', ['received', 'assessed']),
}

/** The calls on a person's own orders that take effect at once, and only online. */
export const orderHandlers = ({
  passwords,
}: {
  passwords: Passwords
}): HandlersFor<'order.pay' | 'order.payQuote'> => ({
  'order.pay': orderPay(passwords),
  'order.payQuote': orderPayQuote,
})
