import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { LadderStep } from '#contract/schema/catalogue.ts'
import type { Picture } from '#contract/schema/picture.ts'
import type { Texts } from '#contract/locales.ts'
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
    minimum: Generated<number>
    multiple: Generated<number>
    stock: Generated<number>
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
    active: Generated<boolean>
    hidden_for: Generated<string | null>
    /** As its store has it (server/stores/goods.ts). */
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
    picture: JSONColumnType<Picture> | null
    sort: Generated<number>
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
