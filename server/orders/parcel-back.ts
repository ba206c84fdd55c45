import type { OwnRefusal } from '#contract/schema/refusals.ts'
import type { OrderRow } from '../feed/order-change.ts'
import type { OwnerCall } from '../feed/owner-feed.ts'
import { available, balance, earned, escrow, transfer } from '../ledger/ledger.ts'
import { moveHeld } from './held-moves.ts'
import { writeRefund, type GivenBack } from './refunds.ts'

/**
 * Gives money back of a parcel of an order: from escrow while it was not received, from what its store has earned
 * afterwards. A store that has not earned as much any more cannot, and then nothing is changed. The caller has seen
 * that so much is left of the parcel's share, and writes the order.
 */
export async function giveBackOf(
  { tx }: OwnerCall,
  order: OrderRow,
  parcel: OrderRow['parcels'][number],
  back: GivenBack & { cause: string },
): Promise<OwnRefusal | undefined> {
  const { amount, cause } = back
  const [to, currency] = [available(order.user_id), order.due_currency]
  if (parcel.receivedAt === null) await moveHeld(tx, order, { cause, from: escrow(order.id), to, amount })
  else {
    // Other buyers' reports may draw on the same earnings: one after the other.
    await tx.selectFrom('stores').select('id').where('id', '=', order.store_id).forNoKeyUpdate().execute()
    const has = await balance(tx, earned(order.store_id), currency)
    if (has < amount) return { reason: 'insufficientBalance', params: { missing: amount - has, currency } }
    await transfer(tx, { cause, from: earned(order.store_id), to, amount, currency })
  }
  const refunded = parcel.refunded + amount
  await tx.updateTable('parcels').set({ refunded }).where('order_id', '=', order.id).where('n', '=', parcel.n).execute()
  order.parcels = order.parcels.map((one) => (one === parcel ? { ...one, refunded } : one))
  await writeRefund(tx, order, back)
  return undefined
}
