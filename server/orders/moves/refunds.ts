import type { OrderRow } from '../order/change.ts'
import type { OwnerCall } from '../../feed/owner-feed.ts'
import type { Tx } from '../../db/tables/tables.ts'
import type { GivenBack } from '../order/given-back.ts'
import { issueCreditNote } from '../../invoices/issue.ts'

/**
 * Writes down what was given back, never more than was paid, and issues its credit note. The caller writes the order.
 */
export async function writeRefund(call: OwnerCall, order: OrderRow, back: GivenBack): Promise<void> {
  const { amount, why, at, report, by, parcel = null, words = '' } = back
  if (order.refunded + amount > order.due) throw new Error(`${amount} is more than order ${order.id} has left`)
  order.refunded += amount
  order.refunds = [...order.refunds, { amount, why, at, parcel, words, by: by ?? null }]
  await call.tx
    .insertInto('order_refunds')
    .values({
      ...{ order_id: order.id, n: order.refunds.length, amount, why },
      ...{ report_id: report ?? null, by_person: by ?? null, at: new Date(at) },
      ...{ parcel, words },
    })
    .execute()
  await issueCreditNote(call, order, back)
}

/** Counts as given back what was held for parcels that were not received. */
export async function giveBackParcels(tx: Tx, order: OrderRow): Promise<void> {
  const open = order.parcels.filter((parcel) => parcel.receivedAt === null && parcel.amount > parcel.refunded)
  for (const parcel of open)
    await tx
      .updateTable('parcels')
      .set({ refunded: parcel.amount })
      .where('order_id', '=', order.id)
      .where('n', '=', parcel.n)
      .execute()
  order.parcels = order.parcels.map((one) => (open.includes(one) ? { ...one, refunded: one.amount } : one))
}
