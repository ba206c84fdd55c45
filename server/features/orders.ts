import { nextOrderState, type OrderEvent, type OrderState } from '#contract/rules/order-states.ts'
import { refused, type HandlersFor, type MutationCall, type MutationsFor, type Verdict } from '../http/handlers.ts'
import type { Bounds } from '../http/bounds.ts'
import type { LimiterOptions } from '../http/limits.ts'
import type { Passwords } from '../http/passwords.ts'
import { orderChange, readOrder } from '../feed/order-change.ts'
import { notify } from '../messages/notify.ts'
import { moveOrder, type Move } from '../orders/moves.ts'
import { askPrice } from './orders/ask.ts'
import { orderPay } from './orders/pay.ts'
import { place } from './orders/place.ts'

/**
 * Moves an order on; one that is where the event leads, or beyond, has been moved already: the answer is the order as
 * it is.
 */
async function move(
  call: MutationCall,
  id: string,
  event: OrderEvent & Move['event'],
  done: readonly OrderState[],
  reason?: 'buyer',
): Promise<Verdict> {
  const order = await readOrder(call.tx, call.userId, id)
  if (!order) return refused('orderGone')
  if (done.includes(order.state)) return { kind: 'accepted', rows: [orderChange(order)] }
  if (nextOrderState(order.state, event) === undefined) return { ...refused('orderMoved'), rows: [orderChange(order)] }
  const moved = await moveOrder(call, order, { event, at: call.now(), ...(reason && { reason }) })
  return { kind: 'accepted', rows: [orderChange(moved)] }
}

/** Places an order; a question that only the person can answer is told on all their devices. */
async function placeOrAsk(call: MutationCall, p: Parameters<typeof place>[1]): Promise<Verdict> {
  const verdict = await place(call, p)
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
> = {
  'order.place': placeOrAsk,
  'order.buy': placeOrAsk,
  'order.submit': placeOrAsk,
  'order.ask': askPrice,
  'order.submitAgreed': placeOrAsk,
  'order.askAgreed': askPrice,
  'order.cancel': (call, p) => move(call, p.id, 'cancel', ['cancelled'], 'buyer'),
  'order.receive': (call, p) => move(call, p.id, 'receive', ['received', 'assessed']),
}

/** What a person does to their orders at once, and only online. */
export const orderHandlers = ({
  passwords,
  limit,
  bounds,
}: {
  passwords: Passwords
  limit?: LimiterOptions
  bounds?: Bounds
}): HandlersFor<'order.pay'> => ({ 'order.pay': orderPay(passwords, limit, bounds) })
