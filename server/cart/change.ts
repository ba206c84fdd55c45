import { sql, type RawBuilder } from 'kysely'
import type { Change } from '#contract/sync/schema-changes.ts'
import type { Tx } from '../db/tables/tables.ts'
import { isChosen, type RowChoice } from '../feed/choice.ts'

/** A cart line as its table has it. */
export interface StoredCartLine {
  product_id: number
  store_id: number
  variant_id: number
  num: number
  ticked: boolean
  later: boolean
  seen_price: number
  currency: string
  quote_id: string | null
  at: Date
}

/** The columns of a StoredCartLine, for `returning` and `select`. */
export const lineColumns: RawBuilder<unknown> = sql`product_id, store_id, variant_id, num, ticked, later, seen_price, currency, quote_id, at`

/** The same where the lines are `c`, and another table is beside them. */
export const lineColumnsOfC: RawBuilder<unknown> = sql`c.product_id, c.store_id, c.variant_id, c.num, c.ticked,
  c.later, c.seen_price, c.currency, c.quote_id, c.at`

/** A cart line as the feed carries it. */
export const lineChange = (rev: number, l: StoredCartLine): Change => ({
  table: 'cartLines',
  key: `${l.store_id}:${l.product_id}:${l.variant_id}`,
  rev,
  row: {
    id: l.product_id,
    shopId: l.store_id,
    variantId: l.variant_id,
    num: l.num,
    ticked: l.ticked,
    ...(l.later && { later: true }),
    seenPrice: l.seen_price,
    currency: l.currency,
    ...(l.quote_id !== null && { quote: l.quote_id }),
    at: l.at.getTime(),
  },
})

/** The chosen ones of a person's cart lines. */
export async function readCartLines(tx: Tx, userId: string, choice: RowChoice): Promise<Change[]> {
  const key = sql`store_id || ':' || product_id || ':' || variant_id`
  const { rows } = await sql<StoredCartLine & { rev: number }>`
    select ${lineColumns}, rev from cart_lines where user_id = ${userId}::uuid
      and ${isChosen(choice, 'cartLines', { rev: sql`rev`, key })}`.execute(tx)
  return rows.map((row) => lineChange(row.rev, row))
}
