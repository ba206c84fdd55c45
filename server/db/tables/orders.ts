import type { Generated, JSONColumnType } from 'kysely'
import type { Asset } from '#contract/coins/assets.ts'
import type { Rate } from '#contract/currencies/exchange.ts'
import type { LinePart } from '#contract/orders/parts.ts'
import type { Problem, ReportState, ReportWish } from '#contract/reports/rules.ts'
import type { OrderStage } from '#contract/orders/stages.ts'
import type { CloseReason, OrderState } from '#contract/orders/states.ts'
import type { RefundReason } from '#contract/reports/refunds.ts'
import type { Picture } from '#contract/pictures/schema.ts'
import type { Texts } from '#contract/text/locales.ts'
import type { NullableTime, Time } from './times.ts'

/** Orders and what belongs to them. */
export interface OrderTables {
  orders: {
    id: string
    user_id: string
    group_id: string
    store_id: number
    /** Its store's name when it was placed. */
    store_name: Generated<string>
    state: OrderState
    stage: Generated<OrderStage>
    reason: CloseReason | null
    currency: string
    goods: number
    shipping: number
    tax: number
    /** Taxes that the prices of its goods include. */
    tax_included: Generated<number>
    /** The rate of its taxes, whether added or included (basis points); null of orders of before it was kept. */
    tax_rate: Generated<number | null>
    total: number
    due: number
    due_currency: string
    rate: JSONColumnType<Rate | null, string | null, never>
    address: JSONColumnType<Record<string, string>>
    remark: Generated<string>
    notes: string | null
    po_number: string | null
    pay_by: NullableTime
    reserved: Generated<boolean>
    created_at: Time
    paid_at: NullableTime
    ship_by: NullableTime
    shipped_at: NullableTime
    received_at: NullableTime
    closed_at: NullableTime
    parcel: string | null
    serial: Generated<number>
    held: Generated<number>
    /** The asset in which it was paid; what was paid and what is held of it (units). */
    asset: Generated<Asset | null>
    paid_units: Generated<string | null>
    held_units: Generated<string>
    /** The market's fee (basis points), and the units on which it is due. */
    fee_rate: Generated<number>
    charged_units: Generated<string>
    refunded: Generated<number>
    short: Generated<boolean>
    release_at: NullableTime
    disputed_at: NullableTime
    late_told_at: NullableTime
    receipt_asked_at: NullableTime
    release_told_at: NullableTime
    rev: number
    store_rev: Generated<number | null>
  }
  order_lines: {
    order_id: string
    product_id: number
    variant_id: number
    num: number
    price: number
    amount: number
    title: JSONColumnType<Texts>
    label: JSONColumnType<Texts> | null
    picture: JSONColumnType<Picture> | null
    /** The store's own codes of the product and of the choice; '' for none. */
    code: Generated<string>
    sku: Generated<string>
    /** Pieces that were back-ordered, and within how many days they leave. */
    back_num: Generated<number>
    back_days: Generated<number>
    shipped: Generated<number>
    /** Pieces that went back on the shelf, and when. */
    returned: Generated<number>
    returned_at: NullableTime
  }
  parcels: {
    order_id: string
    n: number
    lines: JSONColumnType<LinePart[]>
    carrier: string
    tracking: string
    amount: number
    refunded: Generated<number>
    shipped_at: Time
    received_at: NullableTime
    replaces: string | null
    shipped_by: string | null
  }
  order_reports: {
    id: string
    user_id: string
    order_id: string
    parcel: number
    product_id: number
    variant_id: number
    num: number
    problem: Problem
    wish: ReportWish
    text: string
    files: JSONColumnType<string[]>
    pictures: JSONColumnType<Picture[]>
    state: ReportState
    offer: number | null
    answer: string | null
    verdict: string | null
    refunded: Generated<number>
    at: Time
    turn_at: Time
    ended_at: NullableTime
    store_told: Generated<boolean>
    answered_by: Generated<string | null>
  }
  order_refunds: {
    order_id: string
    n: number
    amount: number
    why: RefundReason
    report_id: string | null
    by_person: Generated<string | null>
    parcel: Generated<number | null>
    words: Generated<string>
    at: Time
  }
}
