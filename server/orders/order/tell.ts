import type { OrderEvent } from '#contract/orders/stages.ts'
import type { MessageKind } from '#contract/messages/kinds.ts'
import { inCentre } from '#contract/messages/rules.ts'
import type { OrderRow } from './change.ts'
import type { OwnerCall } from '../../feed/owner-feed.ts'
import { notify, type Notification } from '../../messages/notify.ts'
import { tellStore } from '../../messages/tell-store.ts'
import type { OrderMove } from './move.ts'
import { orderNumber } from './number.ts'

/** A message about an order, with the order's number, store and amount due. */
export const orderNotice = (order: OrderRow, kind: MessageKind, at: number): Notification => ({
  kind,
  at,
  subject: { kind: 'order', id: order.id },
  values: {
    number: orderNumber(order.serial),
    shop: order.store_name,
    amount: order.due,
    currency: order.due_currency,
  },
})

/** The messages to a store about a problem. */
type ReportKind = Extract<MessageKind, `storeReport${string}` | 'storeDecided'>

/** A message to a store about an order: it leads to the store's own order, not to the buyer's. */
export const saleNotice = (
  order: OrderRow,
  kind: Extract<MessageKind, 'storeOrder' | 'storeLate' | 'storeCancelled' | 'storeRefunded'> | ReportKind,
  at: number,
): Notification => ({ ...orderNotice(order, kind, at), subject: inCentre(order.store_id, 'sale', order.id) })

/** Which kind of message an event is, of an order that was in that state. */
function kindOf(event: OrderEvent, state: OrderRow['state']): MessageKind | undefined {
  switch (event) {
    case 'pay':
      return 'orderPaid'
    case 'shipPart':
      return 'orderPartShipped'
    case 'ship':
      return 'orderShipped'
    case 'receive':
      return 'orderReceived'
    case 'release':
      return 'orderReleased'
    case 'cancelRest':
    case 'refundRest':
      return 'orderPartRefunded'
    case 'timeout':
      return 'orderTimedOut'
    case 'cancel':
    case 'refund':
      return state === 'unpaid' ? 'orderCancelled' : 'orderRefunded'
    default:
      return undefined
  }
}

/**
 * Tells the buyer that their order was moved on, as it was before; what they did themselves is written down as read. A
 * store is told of an order when it is paid, and when its buyer then cancels what has not been shipped.
 */
export async function tellMove(
  call: OwnerCall,
  order: OrderRow,
  { event, at, reason, shipment, words, amount }: OrderMove & { amount: number },
): Promise<void> {
  if (event === 'pay') await tellStore(call.tx, order.store_id, saleNotice(order, 'storeOrder', at))
  const isPaid = order.state !== 'unpaid'
  if (isPaid && reason === 'buyer' && (event === 'cancel' || event === 'cancelRest')) {
    const notice = saleNotice(order, 'storeCancelled', at)
    await tellStore(call.tx, order.store_id, { ...notice, values: { ...notice.values, amount } })
  }
  const kind = kindOf(event, order.state)
  // The buyer was already notified of amounts that were given back for a report.
  const isNotified = amount === 0 && isPaid && (event === 'refund' || event === 'refundRest')
  if (!kind || isNotified) return
  const parcel = [shipment?.carrier, shipment?.tracking].filter(Boolean).join(' ')
  const notice = orderNotice(order, kind, at)
  const own = event === 'pay' || event === 'receive' || reason === 'buyer'
  const values = {
    ...notice.values,
    ...(amount > 0 && { amount }),
    ...(reason && { reason }),
    ...(parcel !== '' && { parcel }),
  }
  await notify(call, order.user_id, { ...notice, values, read: own, ...(words && { body: { en: words } }) })
}
