import { orderCause } from '#contract/wallet/posting-causes.ts'
import { mostOfParcel, nextRefund, PART_REFUNDS_MAX, refundEvent } from '#contract/reports/refunds.ts'
import { nextStage } from '#contract/orders/stages.ts'
import type { Payload } from '#contract/registry.ts'
import type { OrderRow } from '../order/change.ts'
import type { OwnerCall } from '../../feed/owner-feed.ts'
import { notify } from '../../messages/notify.ts'
import { moveOrder } from './moves.ts'
import { giveBackOf } from './parcel-back.ts'
import { refusalFor, type MovedOrder } from './ship.ts'
import { orderNotice } from '../order/tell.ts'
import { writeHeld } from './held-moves.ts'

/**
 * Gives back a part of what was paid for a parcel, with the store's words, in a transaction of its buyer's; or says why
 * not, and then has changed nothing. What nobody holds any more of an order is over.
 */
export async function refundPart(
  call: OwnerCall,
  before: OrderRow,
  { refund, parcel: n, amount, words: typed }: Payload<'sale.refundPart'>,
  { at, by }: { at: number; by: string },
): Promise<MovedOrder> {
  const words = typed.trim()
  if (words === '') return refusalFor('invalid', 'words')
  // Nobody could spend it.
  if (await isGone(call, before.user_id)) return refusalFor('orderMoved')
  const parcel = before.parcels.find((one) => one.n === n)
  // Somebody else of the store has given something back meanwhile, or the parcel's problem is to be answered.
  if (!parcel || refund !== nextRefund(before) || amount > mostOfParcel(before, n)) return refusalFor('orderMoved')
  if (before.refunds.filter(({ why }) => why === 'part').length >= PART_REFUNDS_MAX)
    return refusalFor('invalid', 'refund')
  const order: OrderRow = { ...before, rev: call.rev }
  const cause = orderCause(order.id, `part:${refund}`)
  const { lines } = parcel
  const short = await giveBackOf(call, order, parcel, { amount, lines, why: 'part', at, by, parcel: n, words, cause })
  if (short) return { refusal: short }
  await writeHeld(call.tx, order)
  const notice = orderNotice(order, 'orderPartRefunded', at)
  await notify(call, order.user_id, { ...notice, values: { ...notice.values, amount }, body: { en: words } })
  const over = refundEvent(order)
  if (order.held > 0 || nextStage(order.stage, over) === undefined) return { order }
  return { order: await moveOrder(call, order, { event: over, at, by, reason: 'shop' }) }
}

/** Whether a person has deleted their account; the lock of their feed keeps it true. */
const isGone = async ({ tx }: OwnerCall, userId: string): Promise<boolean> =>
  (await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()) !== undefined
