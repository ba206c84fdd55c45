import { sql, type RawBuilder } from 'kysely'
import type { StoreChange } from '#contract/schema/store-rows.ts'
import type { Tx } from '../db/tables.ts'
import { orderNumber } from '../orders/order-number.ts'
import { orderLines, readOrders, type OrderRow } from './order-change.ts'

// An order as its store's feed carries it.

/** The orders of a store that changed between two revs. */
export async function salesIn(tx: Tx, storeId: number, from: number, cut: number): Promise<StoreChange[]> {
  return readSales(
    tx,
    sql`o.store_id = ${storeId}::int and o.store_rev > ${from}::bigint and o.store_rev <= ${cut}::bigint`,
  )
}

/** An order of a store, as its feed now has it. */
export const readSale = async (tx: Tx, id: string): Promise<StoreChange> =>
  (await readSales(tx, sql`o.id = ${id}::text`))[0]!

async function readSales(tx: Tx, where: RawBuilder<unknown>): Promise<StoreChange[]> {
  const orders = await readOrders(tx, where)
  const { rows } = await sql<{ id: string; username: string }>`
    select id, username from users where id = any(${orders.map((o) => o.user_id)}::uuid[])`.execute(tx)
  const names = new Map(rows.map(({ id, username }) => [id, username]))
  return orders.map((order) => saleChange(order, names.get(order.user_id) ?? '', order.store_rev ?? 0))
}

const ms = (date: Date | null): number | null => date && date.getTime()

/** An order as its store's feed carries it: nothing of the buyer but a name, and where the goods go. */
function saleChange(o: OrderRow, buyer: string, rev: number): StoreChange {
  const { id: _addressId, ...address } = o.address
  return {
    table: 'sales',
    key: o.id,
    rev,
    row: {
      id: o.id,
      number: orderNumber(o.serial),
      buyer,
      state: o.state,
      stage: o.stage,
      reason: o.reason,
      currency: o.currency,
      lines: orderLines(o),
      goods: o.goods,
      shipping: o.shipping,
      tax: o.tax,
      total: o.total,
      due: { amount: o.due, currency: o.due_currency },
      address: JSON.stringify(address),
      remark: o.remark,
      ...(o.notes !== null && { notes: o.notes }),
      ...(o.po_number !== null && { poNumber: o.po_number }),
      createdAt: o.created_at.getTime(),
      paidAt: ms(o.paid_at),
      shippedAt: ms(o.shipped_at),
      receivedAt: ms(o.received_at),
      closedAt: ms(o.closed_at),
      parcel: o.parcel,
      held: o.held,
      refunded: o.refunded,
      parcels: o.parcels,
      // The buyer's own files are nobody else's; the pictures that were made of them are shown.
      reports: o.reports.map((report) => ({ ...report, files: [] })),
      refunds: o.refunds,
      short: o.short,
      releaseAt: o.disputed_at === null ? ms(o.release_at) : null,
    },
  }
}
