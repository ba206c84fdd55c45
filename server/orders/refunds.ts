import type { RefundReason } from '#contract/rules/order-refunds.ts'
import type { OrderRow } from '../feed/order-change.ts'
import type { Tx } from '../db/tables.ts'

/** What was given back of an order, and why (`at` in Unix ms). */
export interface GivenBack {
  amount: number
  why: RefundReason
  at: number
  report?: string
  /** The member of the store who gave it. */
  by?: string | undefined
  /** Of which parcel the store gave it by itself, and why. */
  parcel?: number
  words?: string | undefined
}

/** Writes down what was given back; never more than was paid. The caller writes the order. */
export async function writeRefund(tx: Tx, order: OrderRow, back: GivenBack): Promise<void> {
  const { amount, why, at, report, by, parcel = null, words = '' } = back
  if (order.refunded + amount > order.due) throw new Error(`${amount} is more than order ${order.id} has left`)
  order.refunded += amount
  order.refunds = [...order.refunds, { amount, why, at, parcel, words, by: by ?? null }]
  await tx
    .insertInto('order_refunds')
    .values({
      ...{ order_id: order.id, n: order.refunds.length, amount, why },
      ...{ report_id: report ?? null, by_person: by ?? null, at: new Date(at) },
      ...{ parcel, words },
    })
    .execute()
}

/** Counts as given back what was held for parcels that were not received. */
export async function giveBack(tx: Tx, order: OrderRow): Promise<void> {
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
