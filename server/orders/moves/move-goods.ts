import { sql } from 'kysely'
import { leftToShip, ownParcels, type LinePart } from '#contract/orders/parts.ts'
import type { OrderEvent } from '#contract/orders/stages.ts'
import type { OrderRow } from '../order/change.ts'
import type { OwnerCall } from '../../feed/owner-feed.ts'
import { countSales, lockProducts, returnStock } from '../order/stock.ts'

/**
 * Moves an order's goods with an event: what leaves counts as sold, what was reserved and stays goes back on the shelf,
 * and what is paid back before it was received counts as sold no longer. `order` has its new parcel already; `at` is
 * when it happens (Unix ms).
 */
export async function moveGoods(call: OwnerCall, order: OrderRow, event: OrderEvent, at: number): Promise<void> {
  const parcels = ownParcels(order)
  const sold = event === 'ship' || event === 'shipPart' ? parcels.at(-1)!.lines : []
  const closes = event === 'cancel' || event === 'timeout' || event === 'refund' || event === 'refundRest'
  const kept = event === 'cancelRest' ? leftToShip({ ...order, short: false }) : []
  const back = closes && order.reserved ? leftToShip(order) : kept
  const unsold = closes ? parcels.filter((parcel) => parcel.receivedAt === null).flatMap((parcel) => parcel.lines) : []
  if (sold.length + back.length + unsold.length === 0) return
  const ids = order.lines.map((line) => line.id)
  await lockProducts(call.tx, ids)
  if (back.length > 0) await putBack(call, order, back, at)
  if (sold.length > 0) await count(call, order, sold, 1)
  if (unsold.length > 0) await count(call, order, unsold, -1)
  if (closes && order.reserved && event === 'refundRest') order.short = true
  call.touch(ids)
}

/** How many pieces of each line these are, as a table. */
const byLine = (parts: readonly LinePart[]) => sql`(select id, "variantId", sum(num)::int as num
  from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as t(id int, "variantId" int, num int) group by 1, 2)`

/** Puts pieces back on the shelf, and notes on their lines that they are there. */
async function putBack({ tx }: OwnerCall, order: OrderRow, parts: readonly LinePart[], at: number): Promise<void> {
  await returnStock(tx, parts)
  await sql`
    update order_lines l set returned = l.returned + p.num, returned_at = ${new Date(at)}::timestamptz
    from ${byLine(parts)} p
    where l.order_id = ${order.id}::text and l.product_id = p.id and l.variant_id = p."variantId"`.execute(tx)
}

/** Counts pieces as sold, or as no longer. */
async function count({ tx }: OwnerCall, order: OrderRow, parts: readonly LinePart[], sign: 1 | -1): Promise<void> {
  const priced = parts.flatMap((part) => {
    const line = order.lines.find((one) => one.id === part.id && one.variantId === part.variantId)
    if (!line) return []
    return [{ id: part.id, variantId: part.variantId, num: part.num, amount: line.price * part.num }]
  })
  await countSales(tx, priced, sign)
  await sql`
    update order_lines l set shipped = l.shipped + ${sign}::int * p.num
    from ${byLine(priced)} p
    where l.order_id = ${order.id}::text and l.product_id = p.id and l.variant_id = p."variantId"`.execute(tx)
}
