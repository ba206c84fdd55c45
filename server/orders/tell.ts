import type { OrderEvent } from '#contract/rules/order-stages.ts'
import type { MessageKind } from '#contract/rules/messages.ts'
import type { OrderRow } from '../feed/order-change.ts'
import type { OwnerCall } from '../feed/owner-feed.ts'
import { notify, type Notice } from '../messages/notify.ts'
import type { Move } from './move.ts'
import { orderNumber } from './order-number.ts'

/** What a message about an order names. */
export const orderNotice = (order: OrderRow, kind: MessageKind, at: number): Notice => ({
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
 * Tells the buyer that their order was moved on, as it was before; what they did themselves is written down as read.
 */
export async function tellMove(
  call: OwnerCall,
  order: OrderRow,
  { event, at, reason, shipment, amount }: Move & { amount: number },
): Promise<void> {
  const kind = kindOf(event, order.state)
  // What was given back for a report has been told.
  const told = amount === 0 && order.state !== 'unpaid' && (event === 'refund' || event === 'refundRest')
  if (!kind || told) return
  const parcel = [shipment?.carrier, shipment?.tracking].filter(Boolean).join(' ')
  const notice = orderNotice(order, kind, at)
  const own = event === 'pay' || event === 'receive' || reason === 'buyer'
  const values = {
    ...notice.values,
    ...(amount > 0 && { amount }),
    ...(reason && { reason }),
    ...(parcel !== '' && { parcel }),
  }
  await notify(call, order.user_id, { ...notice, values, read: own })
}
