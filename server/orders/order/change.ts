import { sql, type RawBuilder } from 'kysely'
import type { Asset } from '#contract/coins/assets.ts'
import type { Rate } from '#contract/currencies/exchange.ts'
import type { Change } from '#contract/sync/schema-changes.ts'
import type { OrderStage } from '#contract/orders/stages.ts'
import type { CloseReason, OrderState } from '#contract/orders/states.ts'
import type { RefundReason } from '#contract/reports/refunds.ts'
import type { Parcel, Report } from '#contract/reports/schema-parts.ts'
import type { OrderLine } from '#contract/sync/schema-rows.ts'
import type { Db } from '../../db/tables/tables.ts'
import { isChosen, type RowChoice } from '../../feed/choice.ts'
import { orderNumber } from './number.ts'

/** The member of the store who did it; null where it was nobody's of the store. No buyer is told. */
interface By {
  by: string | null
}

/** An order as its tables have it. */
export interface OrderRow {
  id: string
  user_id: string
  group_id: string
  store_id: number
  store_name: string
  state: OrderState
  stage: OrderStage
  reason: CloseReason | null
  currency: string
  goods: number
  shipping: number
  tax: number
  tax_included: number
  tax_rate: number | null
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
  ship_by: Date | null
  shipped_at: Date | null
  received_at: Date | null
  closed_at: Date | null
  parcel: string | null
  serial: number
  rev: number
  store_rev: number | null
  lines: (Omit<OrderLine, 'quote' | 'code' | 'sku' | 'back'> & {
    quote: string | null
    code: string
    sku: string
    backNum: number
    backDays: number
  })[]
  held: number
  asset: Asset | null
  paid_units: string | null
  held_units: string
  fee_rate: number
  charged_units: string
  refunded: number
  short: boolean
  release_at: Date | null
  disputed_at: Date | null
  parcels: (Parcel & By)[]
  reports: (Report & By)[]
  refunds: ({ amount: number; why: RefundReason; at: number; parcel: number | null; words: string } & By)[]
}

/** A time as a device knows it (Unix ms), in JSON. */
const msOf = (column: string) => sql.raw(`floor(extract(epoch from ${column}) * 1000)::bigint`)

/** The orders `o` that a condition chooses. */
export async function readOrders(db: Db, where: RawBuilder<unknown>): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select o.*, (select json_agg(json_build_object(
        'id', l.product_id, 'variantId', l.variant_id, 'num', l.num, 'price', l.price, 'amount', l.amount,
        'title', l.title, 'label', l.label, 'picture', l.picture, 'quote', l.quote_id,
        'code', l.code, 'sku', l.sku, 'backNum', l.back_num, 'backDays', l.back_days)
      order by l.product_id, l.variant_id) from order_lines l where l.order_id = o.id) as lines,
      (select coalesce(json_agg(json_build_object('n', p.n, 'lines', p.lines, 'carrier', p.carrier,
        'tracking', p.tracking, 'amount', p.amount, 'refunded', p.refunded, 'at', ${msOf('p.shipped_at')},
        'receivedAt', ${msOf('p.received_at')}, 'replaces', p.replaces, 'by', p.shipped_by) order by p.n), '[]')
        from parcels p where p.order_id = o.id) as parcels,
      (select coalesce(json_agg(json_build_object('id', r.id, 'parcel', r.parcel,
        'line', json_build_object('id', r.product_id, 'variantId', r.variant_id, 'num', r.num),
        'problem', r.problem, 'wish', r.wish, 'text', r.text, 'files', r.files, 'pictures', r.pictures,
        'state', r.state, 'offer', r.offer, 'answer', r.answer, 'verdict', r.verdict, 'refunded', r.refunded,
        'at', ${msOf('r.at')}, 'turnAt', ${msOf('r.turn_at')}, 'endedAt', ${msOf('r.ended_at')}, 'by', r.answered_by)
        order by r.at, r.id), '[]') from order_reports r where r.order_id = o.id) as reports,
      (select coalesce(json_agg(json_build_object('amount', b.amount, 'why', b.why, 'at', ${msOf('b.at')},
        'parcel', b.parcel, 'words', b.words, 'by', b.by_person)
        order by b.n), '[]') from order_refunds b where b.order_id = o.id) as refunds
    from orders o where ${where} order by o.id`.execute(db)
  return rows
}

/** A person's order; undefined when they have none of that id. The owner's feed lock keeps it true until the commit. */
export async function readOrder(db: Db, userId: string, id: string): Promise<OrderRow | undefined> {
  return (await readOrders(db, sql`o.id = ${id}::text and o.user_id = ${userId}::uuid`))[0]
}

const ms = (date: Date | null): number | null => date && date.getTime()

/** The lines of an order as a feed carries them. */
export const orderLines = ({ lines }: Pick<OrderRow, 'lines'>): OrderLine[] =>
  lines.map(({ quote, code, sku, backNum, backDays, ...line }) => ({
    ...line,
    ...(quote !== null && { quote }),
    ...(code !== '' && { code }),
    ...(sku !== '' && { sku }),
    ...(backNum > 0 && { back: { num: backNum, days: backDays } }),
  }))

const ofBuyer = <P extends By>({ by: _by, ...part }: P): Omit<P, 'by'> => part

/**
 * The facts of an order that both feeds carry, the buyer's and the store's. The address comes without the id that it
 * has in the buyer's address book.
 */
export function orderFacts(o: OrderRow) {
  const { id: _addressId, ...address } = o.address
  return {
    id: o.id,
    number: orderNumber(o.serial),
    state: o.state,
    stage: o.stage,
    reason: o.reason,
    currency: o.currency,
    lines: orderLines(o),
    goods: o.goods,
    shipping: o.shipping,
    tax: o.tax,
    ...(o.tax_included > 0 && { taxIncluded: o.tax_included }),
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
    coins: o.asset && o.paid_units !== null ? { asset: o.asset, paid: o.paid_units, held: o.held_units } : null,
    held: o.held,
    refunded: o.refunded,
    short: o.short,
    shipBy: ms(o.ship_by),
    releaseAt: o.disputed_at === null ? ms(o.release_at) : null,
  }
}

/** An order as its buyer's feed carries it. */
export const orderChange = (o: OrderRow): Change => ({
  table: 'orders',
  key: o.id,
  rev: o.rev,
  row: {
    ...orderFacts(o),
    groupId: o.group_id,
    shopId: o.store_id,
    shopName: o.store_name,
    rate: o.rate,
    addressId: o.address.id,
    payBy: ms(o.pay_by),
    parcels: o.parcels.map(ofBuyer),
    reports: o.reports.map(ofBuyer),
    refunds: o.refunds.map(ofBuyer),
  },
})

/** The chosen ones of a person's orders. */
export async function readOwnOrders(db: Db, userId: string, choice: RowChoice): Promise<Change[]> {
  const chosen = isChosen(choice, 'orders', { rev: sql`o.rev`, key: sql`o.id` })
  return (await readOrders(db, sql`o.user_id = ${userId}::uuid and ${chosen}`)).map(orderChange)
}
