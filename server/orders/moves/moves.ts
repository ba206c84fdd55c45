import { orderCause } from '#contract/wallet/posting-causes.ts'
import {
  isDone,
  leftToShip,
  nextParcel,
  nextShare,
  ownParcels,
  stageByParcels,
  type LinePart,
} from '#contract/orders/parts.ts'
import { BACK, nextStage, RELEASE_AFTER, stateOfStage, type OrderEvent } from '#contract/orders/stages.ts'
import type { CloseReason } from '#contract/orders/states.ts'
import type { OwnerCall } from '../../feed/owner-feed.ts'
import type { OrderRow } from '../order/change.ts'
import { available, earned } from '../../ledger/accounts.ts'
import { moveGoods } from './move-goods.ts'
import { promisedAt } from './promise.ts'
import { issueInvoice } from '../../invoices/issue.ts'
import { giveBackParcels, writeRefund } from './refunds.ts'
import { holdPaid, moveHeld } from './held-moves.ts'
import type { OrderMove } from '../order/move.ts'
import { tellMove } from '../order/tell.ts'

// The effects of each event on an order besides its stage. They are in one place, so that money and stock move exactly
// once with it, whoever acts: the buyer, the clock, the store or the operator.
//
//                 money                                    stock                        counted as sold
//   pay           available ─▶ escrow, all; its invoice is issued, and later a credit note with all that goes back
//   shipPart, ship                                         its goods reserved no longer   its goods
//   cancelRest    escrow ─▶ available, the share of it     what was not shipped, back
//   receivePart   escrow ─▶ store, the parcel's share ─▶ the market, its fee
//   receive, release
//                 escrow ─▶ store, all that is held ─▶ the market, its fee
//   cancel, timeout, refund, refundRest
//                 escrow ─▶ available, all that is held    back, if still reserved        no longer, if not received

/** The columns of an order that moves change. */
type Changed = Pick<
  OrderRow,
  | 'stage'
  | 'state'
  | 'rev'
  | 'pay_by'
  | 'reserved'
  | 'paid_at'
  | 'ship_by'
  | 'shipped_at'
  | 'received_at'
  | 'closed_at'
  | 'reason'
  | 'parcel'
  | 'held'
  | 'asset'
  | 'paid_units'
  | 'held_units'
  | 'fee_rate'
  | 'charged_units'
  | 'refunded'
  | 'short'
  | 'release_at'
  | 'disputed_at'
>

const closing: readonly OrderEvent[] = ['cancel', 'timeout', 'refund']
const arriving: readonly OrderEvent[] = ['receive', 'release', 'refundRest']

/**
 * Moves an order of the transaction's owner on; the caller has read it in this transaction and seen that the event can
 * happen. Returns it as it now is.
 */
export async function moveOrder(call: OwnerCall, order: OrderRow, move: OrderMove): Promise<OrderRow> {
  const { event, at, reason } = move
  if (nextStage(order.stage, event) === undefined) throw new Error(`An order that is ${order.stage} cannot ${event}`)
  const now = new Date(at)
  const moved: OrderRow = { ...order, rev: call.rev }
  if (event === 'shipPart' || event === 'ship') await addParcel(call, moved, move)
  if (event === 'cancelRest') moved.short = true
  if (event === 'dispute') moved.disputed_at = now
  if (event === 'resume') resumeClock(moved, at)
  if (event === 'pay') moved.ship_by = await promisedAt(call.tx, order, at)
  await moveGoods(call, moved, event, at)
  const paid = await moveMoney(call, moved, move, partsBack(order, event))
  await markReceived(call, moved, move)
  settle(moved, event, now, reason)
  await write(call, order, moved)
  await tellMove(call, order, { ...move, amount: paid })
  return moved
}

/** Stage, state and times, from what has happened. */
function settle(order: OrderRow, event: OrderEvent, now: Date, reason: CloseReason | undefined): void {
  const next = nextStage(order.stage, event)!
  const whole = leftToShip(order).length === 0
  order.stage = next === BACK ? stageByParcels(order) : next
  order.state = stateOfStage(order.stage, whole)
  order.pay_by = null
  order.reserved = order.state === 'unpaid' || order.state === 'paid'
  if (event === 'pay') order.paid_at = now
  const shipped = ownParcels(order)
  if (whole && shipped.length > 0 && order.shipped_at === null && order.state !== 'cancelled') {
    order.shipped_at = event === 'ship' ? now : new Date(Math.max(...shipped.map((parcel) => parcel.at)))
    order.release_at = new Date(order.shipped_at.getTime() + RELEASE_AFTER)
  }
  if (order.stage === 'received') order.received_at ??= now
  if (closing.includes(event)) {
    order.closed_at = now
    order.reason = reason ?? null
  }
  if (order.held === 0) order.release_at = null
  if (order.stage !== 'disputed') order.disputed_at = null
}

/** The time that passed while a problem was open does not count. */
function resumeClock(order: OrderRow, at: number): void {
  if (order.release_at && order.disputed_at)
    order.release_at = new Date(
      order.release_at.getTime() + at - Math.max(order.disputed_at.getTime(), order.shipped_at?.getTime() ?? 0),
    )
}

async function write({ tx }: OwnerCall, before: OrderRow, after: OrderRow): Promise<void> {
  const { stage, state, rev, pay_by, reserved, paid_at, ship_by, shipped_at } = after
  const { received_at, closed_at, reason, parcel, held, refunded, short, release_at, disputed_at } = after
  const { asset, paid_units, held_units, fee_rate, charged_units } = after
  const changed: Changed = {
    ...{ stage, state, rev, pay_by, reserved, paid_at, ship_by, shipped_at },
    ...{ received_at, closed_at, reason, parcel, held, refunded, short, release_at, disputed_at },
    ...{ asset, paid_units, held_units, fee_rate, charged_units },
  }
  await tx
    .updateTable('orders')
    .where('id', '=', before.id)
    .where('stage', '=', before.stage)
    .where('reserved', '=', before.reserved)
    .where('held', '=', before.held)
    .set(changed)
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Writes a parcel with its share of what was paid; the last one has the rest. */
async function addParcel({ tx }: OwnerCall, order: OrderRow, { at, shipment, event }: OrderMove): Promise<void> {
  const left = leftToShip(order)
  const lines = (shipment?.lines ?? left).map(({ id, variantId, num }) => ({ id, variantId, num }))
  const amount = nextShare(order, order.due, lines, event === 'ship')
  const { carrier = '', tracking = '', by = null } = shipment ?? {}
  const n = nextParcel(order)
  const parcel = { n, lines, carrier, tracking, amount, refunded: 0, at, receivedAt: null, replaces: null, by }
  await tx
    .insertInto('parcels')
    .values({
      ...{ order_id: order.id, n, carrier, tracking, amount, shipped_at: new Date(at), received_at: null },
      ...{ lines: JSON.stringify(lines), replaces: null, shipped_by: by },
    })
    .execute()
  order.parcels = [...order.parcels, parcel]
  order.parcel = [carrier, tracking].filter(Boolean).join(' ') || null
}

/**
 * Moves what is held of an order, and returns how much (minor units). Its papers are issued with it: `lines` are the
 * pieces of which it gives the money back.
 */
async function moveMoney(
  call: OwnerCall,
  order: OrderRow,
  move: OrderMove,
  lines: readonly LinePart[],
): Promise<number> {
  const { tx } = call
  const { event, at, by, words } = move
  const { id, user_id, store_id, due } = order
  if (event === 'pay') {
    await holdPaid(tx, order, move)
    await issueInvoice(call, order, move)
    return due
  }
  if (event === 'receivePart') {
    const parcel = order.parcels.find(({ n }) => n === move.parcel)
    if (!parcel) throw new Error(`Order ${id} has no parcel ${move.parcel}`)
    const amount = parcel.amount - parcel.refunded
    const cause = orderCause(id, `parcel:${parcel.n}`)
    await moveHeld(call, order, { cause, to: earned(store_id), amount })
    return amount
  }
  if (event === 'receive' || event === 'release') {
    const amount = order.held
    await moveHeld(call, order, { cause: orderCause(id, 'received'), to: earned(store_id), amount })
    return amount
  }
  const back =
    event === 'cancelRest'
      ? due - ownParcels(order).reduce((sum, parcel) => sum + parcel.amount, 0)
      : closing.includes(event) || event === 'refundRest'
        ? order.held
        : 0
  if (back === 0) return 0
  const cause = orderCause(id, event === 'cancelRest' ? 'rest' : 'refunded')
  const units = await moveHeld(call, order, { cause, to: available(user_id), amount: back })
  const why = event === 'cancelRest' ? 'rest' : whyOf(event)
  await writeRefund(call, order, { amount: back, units, lines, why, at, by, words })
  if (event !== 'cancelRest') await giveBackParcels(tx, order)
  return back
}

/** The pieces whose money an event gives back: those not shipped, and but for `cancelRest` those under way. */
const partsBack = (order: OrderRow, event: OrderEvent): LinePart[] => [
  ...leftToShip(order),
  ...(event === 'cancelRest' ? [] : ownParcels(order).flatMap((parcel) => (isDone(parcel) ? [] : parcel.lines))),
]

const whyOf = (event: OrderEvent): 'cancelled' | 'order' => (event === 'cancel' ? 'cancelled' : 'order')

/** Says of parcels that they have arrived: of one, or of all that were under way. */
async function markReceived({ tx }: OwnerCall, order: OrderRow, { event, at, parcel }: OrderMove): Promise<void> {
  if (event !== 'receivePart' && !(arriving.includes(event) && event !== 'refundRest')) return
  const arrived = order.parcels.filter(
    (one) => one.receivedAt === null && one.replaces === null && (event !== 'receivePart' || one.n === parcel),
  )
  await tx
    .updateTable('parcels')
    .set({ received_at: new Date(at) })
    .where('order_id', '=', order.id)
    .where('n', 'in', [0, ...arrived.map(({ n }) => n)])
    .execute()
  order.parcels = order.parcels.map((one) => (arrived.includes(one) ? { ...one, receivedAt: at } : one))
}
