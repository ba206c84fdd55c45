import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { LadderStep } from '#contract/prices/schema-ladder-step.ts'
import type { Deal } from '#contract/prices/deals.ts'
import type { Picture } from '#contract/pictures/schema.ts'
import type { Texts } from '#contract/text/locales.ts'
import type { NullableTime, Time } from './times.ts'

/** Products, their choices, and the photographs that imports have named. */
export interface ProductTables {
  products: {
    id: Generated<number>
    store_id: number
    category_id: number
    category_ids: number[]
    source_id: string
    source_hash: string | null
    title: JSONColumnType<Texts>
    description: JSONColumnType<Texts>
    brand: string | null
    pictures: JSONColumnType<Picture[]>
    attributes: JSONColumnType<{ name: string; value: string }[]>
    currency: string
    ladder: JSONColumnType<LadderStep[]>
    price: number
    /** While it is on (migration 0045). */
    deal: ColumnType<(Deal & { usual: LadderStep[] }) | null, string | null | undefined, string | null>
    minimum: Generated<number>
    multiple: Generated<number>
    lead_days: Generated<number>
    /** Grams of a piece; 0 where that is not said, and of a choice that weighs what its product does. */
    weight: Generated<number>
    /** The pieces that can be ordered; `beyond` of them are not on the shelf (migration 0095). */
    stock: Generated<number>
    beyond: Generated<number>
    /** The back orders of each choice that its store takes; 0 for none. */
    back_pieces: Generated<number>
    back_days: Generated<number>
    monthly_sales: Generated<number>
    monthly_demo: Generated<number>
    sales: Generated<number>
    turnover: Generated<number>
    /** Kept by the database: what `price` is worth (null without a rate), and the codes among `attributes`. */
    worth: ColumnType<number | null, never, never>
    codes: ColumnType<string[], never, never>
    marks: ColumnType<string[], never, never>
    tokens: string | null
    title_words: Generated<number>
    /** Whether its store wants it on sale; `active`, kept by the database, is whether it is (migration 0040). */
    offered: Generated<boolean>
    active: ColumnType<boolean, never, never>
    /** Why the market has taken it off, in its operator's words. */
    hidden_for: Generated<string | null>
    /** As its store has it (server/products/acts.ts). */
    uid: Generated<string>
    code: Generated<string>
    draft: Generated<boolean>
    deleted: Generated<boolean>
    store_rev: Generated<number | null>
    rev: Generated<number>
    created_at: Time
  }
  variants: {
    id: Generated<number>
    product_id: number
    sku: string
    label: JSONColumnType<Texts>
    extra: Generated<number>
    stock: Generated<number>
    beyond: Generated<number>
    picture: JSONColumnType<Picture> | null
    sort: Generated<number>
    weight: Generated<number>
  }
  /** Private links to line sheets; `goods` are uids of products of the store, in its order. */
  sheets: {
    id: string
    store_id: number
    title: string
    goods: string[]
    until: NullableTime
    created_at: Time
  }
  photographs: {
    product_id: number
    url: string
    sort: number
    state: Generated<'waiting' | 'here' | 'failed'>
    tries: Generated<number>
    tried_at: NullableTime
    reason: string | null
    picture: JSONColumnType<Picture> | null
  }
}
