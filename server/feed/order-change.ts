import { sql, type RawBuilder } from 'kysely'
import type { Rate } from '#contract/rules/exchange.ts'
import type { Change } from '#contract/schema/changes.ts'
import type { CloseReason, OrderState } from '#contract/rules/order-states.ts'
import type { OrderLine } from '#contract/schema/rows.ts'
import type { Db } from '../db/tables.ts'
import { orderNumber } from '../orders/order-number.ts'

/** An order as its tables have it. */
export interface OrderRow {
  id: string
  user_id: string
  group_id: string
  store_id: number
  store_name: string
  state: OrderState
  reason: CloseReason | null
  currency: string
  goods: number
  shipping: number
  tax: number
  total: number
  due: number
  due_currency: string
  rate: Rate | null
  /** The address as it was, with the id under which the person had it. */
  address: Record<string, string> & { id: string }
  remark: string
  notes: string | null
  po_number: string | null
  pay_by: Date | null
  reserved: boolean
  created_at: Date
  paid_at: Date | null
  shipped_at: Date | null
  received_at: Date | null
  closed_at: Date | null
  parcel: string | null
  serial: number
  rev: number
  store_rev: number | null
  lines: (Omit<OrderLine, 'quote'> & { quote: string | null })[]
}

/** The orders `o` that a condition chooses. */
export async function readOrders(db: Db, where: RawBuilder<unknown>): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select o.*, s.name as store_name, (select json_agg(json_build_object(
        'id', l.product_id, 'variantId', l.variant_id, 'num', l.num, 'price', l.price, 'amount', l.amount,
        'title', l.title, 'label', l.label, 'picture', l.picture, 'quote', l.quote_id)
      order by l.product_id, l.variant_id) from order_lines l where l.order_id = o.id) as lines
    from orders o join stores s on s.id = o.store_id where ${where} order by o.id`.execute(db)
  return rows
}

/** A person's order; undefined when they have none of that id. The owner's feed lock keeps it true until the commit. */
export async function readOrder(db: Db, userId: string, id: string): Promise<OrderRow | undefined> {
  return (await readOrders(db, sql`o.id = ${id}::text and o.user_id = ${userId}::uuid`))[0]
}

const ms = (date: Date | null): number | null => date && date.getTime()

/** The lines of an order as a feed carries them. */
export const orderLines = ({ lines }: Pick<OrderRow, 'lines'>): OrderLine[] =>
  lines.map(({ quote, ...line }) => ({ ...line, ...(quote !== null && { quote }) }))

/** An order as the feed carries it. */
export function orderChange(o: OrderRow): Change {
  const { id: addressId, ...address } = o.address
  return {
    table: 'orders',
    key: o.id,
    rev: o.rev,
    row: {
      id: o.id,
      number: orderNumber(o.serial),
      groupId: o.group_id,
      shopId: o.store_id,
      shopName: o.store_name,
      state: o.state,
      reason: o.reason,
      currency: o.currency,
      lines: orderLines(o),
      goods: o.goods,
      shipping: o.shipping,
      tax: o.tax,
      total: o.total,
      due: { amount: o.due, currency: o.due_currency },
      rate: o.rate,
      address: JSON.stringify(address),
      addressId,
      remark: o.remark,
      ...(o.notes !== null && { notes: o.notes }),
      ...(o.po_number !== null && { poNumber: o.po_number }),
      payBy: ms(o.pay_by),
      createdAt: o.created_at.getTime(),
      paidAt: ms(o.paid_at),
      shippedAt: ms(o.shipped_at),
      receivedAt: ms(o.received_at),
      closedAt: ms(o.closed_at),
      parcel: o.parcel,
    },
  }
}

/** The orders of a person that changed between two revs. */
export async function orderChangesIn(db: Db, userId: string, from: number, through: number): Promise<Change[]> {
  return (
    await readOrders(db, sql`o.user_id = ${userId}::uuid and o.rev > ${from}::bigint and o.rev <= ${through}::bigint`)
  ).map(orderChange)
}
