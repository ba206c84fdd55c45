import type { CloseReason, OrderEvent } from '#contract/rules/order-states.ts'
import { nextOrderState } from '#contract/rules/order-states.ts'
import type { OwnerCall } from '../feed/owner-feed.ts'
import { available, earned, escrow, transfer } from '../ledger/ledger.ts'
import type { OrderRow } from '../feed/order-change.ts'
import { tellMove } from './tell.ts'
import { countSales, lockProducts, returnStock } from './stock.ts'

// What each event does to an order besides its state. One place, so that money and stock move exactly once
// with it, whoever acts: the buyer, the clock or the shop.
//
//            money                                  stock                     counted as sold
//   pay      available ─▶ escrow
//   ship                                            reserved no longer        yes
//   receive  escrow ─▶ store
//   cancel, timeout, refund
//            escrow ─▶ available, if it was paid    back, if still reserved   no longer, if it was

/** What happened, when (Unix ms), and what is to be remembered of it. */
export interface Move {
  event: Exclude<OrderEvent, 'place'>
  at: number
  reason?: CloseReason
  parcel?: string | null
}

/**
 * Moves an order of the transaction's owner on; the caller has read it in this transaction and seen that the event can
 * happen. Returns it as it now is.
 */
export async function moveOrder(
  call: OwnerCall,
  order: OrderRow,
  { event, at, reason, parcel }: Move,
): Promise<OrderRow> {
  const state = nextOrderState(order.state, event)
  if (state === undefined) throw new Error(`An order that is ${order.state} cannot ${event}`)
  const now = new Date(at)
  const closes = event === 'cancel' || event === 'timeout' || event === 'refund'
  const moved = {
    ...order,
    state,
    rev: call.rev,
    pay_by: null,
    reserved: order.reserved && event !== 'ship' && !closes,
    ...(event === 'pay' && { paid_at: now }),
    ...(event === 'ship' && { shipped_at: now, parcel: parcel ?? null }),
    ...(event === 'receive' && { received_at: now }),
    ...(closes && { closed_at: now, reason: reason ?? null }),
  }
  await moveGoods(call, order, event, closes)
  await moveMoney(call, order, event, closes)
  const { rev, pay_by, reserved, paid_at, shipped_at, received_at, closed_at } = moved
  await call.tx
    .updateTable('orders')
    .where('id', '=', order.id)
    .where('state', '=', order.state)
    .where('reserved', '=', order.reserved)
    .set({
      state,
      rev,
      pay_by,
      reserved,
      paid_at,
      shipped_at,
      received_at,
      closed_at,
      reason: moved.reason,
      parcel: moved.parcel,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tellMove(call, order, { event, at, ...(reason && { reason }), parcel: parcel ?? null })
  return moved
}

async function moveGoods({ tx, touch }: OwnerCall, order: OrderRow, event: OrderEvent, closes: boolean): Promise<void> {
  const returned = closes && order.reserved
  const unsold = closes && !order.reserved
  if (event !== 'ship' && !returned && !unsold) return
  const ids = order.lines.map((l) => l.id)
  await lockProducts(tx, ids)
  if (returned) await returnStock(tx, order.lines)
  else await countSales(tx, order.lines, unsold ? -1 : 1)
  touch(ids)
}

async function moveMoney(
  { tx }: OwnerCall,
  { id, user_id, store_id, state, due: amount, due_currency: currency }: OrderRow,
  event: OrderEvent,
  closes: boolean,
): Promise<void> {
  if (event === 'pay')
    await transfer(tx, { cause: `order:${id}:paid`, from: available(user_id), to: escrow(id), amount, currency })
  if (event === 'receive')
    await transfer(tx, { cause: `order:${id}:received`, from: escrow(id), to: earned(store_id), amount, currency })
  if (closes && state !== 'unpaid')
    await transfer(tx, { cause: `order:${id}:refunded`, from: escrow(id), to: available(user_id), amount, currency })
}
