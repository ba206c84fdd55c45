import type { CloseReason } from '#contract/rules/order-states.ts'
import type { MessageKind } from '#contract/rules/messages.ts'
import type { OrderRow } from '../feed/order-change.ts'
import type { OwnerCall } from '../feed/owner-feed.ts'
import { notify, type Notice } from '../messages/notify.ts'
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
function kindOf(event: string, state: OrderRow['state']): MessageKind | undefined {
  switch (event) {
    case 'pay':
      return 'orderPaid'
    case 'ship':
      return 'orderShipped'
    case 'receive':
      return 'orderReceived'
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
  { event, at, reason, parcel }: { event: string; at: number; reason?: CloseReason; parcel?: string | null },
): Promise<void> {
  const kind = kindOf(event, order.state)
  if (!kind) return
  const notice = orderNotice(order, kind, at)
  const own = event === 'pay' || event === 'receive' || reason === 'buyer'
  const values = { ...notice.values, ...(reason && { reason }), ...(parcel && { parcel }) }
  await notify(call, order.user_id, { ...notice, values, read: own })
}
