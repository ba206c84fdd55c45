import { sql, type RawBuilder } from 'kysely'
import type { Change } from '#contract/schema/changes.ts'

/** A cart line as its table has it. */
export interface LineRow {
  product_id: number
  store_id: number
  variant_id: number
  num: number
  ticked: boolean
  seen_price: number
  currency: string
  at: Date
}

/** The columns of a LineRow, for `returning` and `select`. */
export const lineColumns: RawBuilder<unknown> = sql`product_id, store_id, variant_id, num, ticked, seen_price, currency, at`

/** A cart line as the feed carries it. */
export const lineChange = (rev: number, l: LineRow): Change => ({
  table: 'cartLines',
  key: `${l.store_id}:${l.product_id}:${l.variant_id}`,
  rev,
  row: {
    id: l.product_id,
    shopId: l.store_id,
    variantId: l.variant_id,
    num: l.num,
    ticked: l.ticked,
    seenPrice: l.seen_price,
    currency: l.currency,
    at: l.at.getTime(),
  },
})
