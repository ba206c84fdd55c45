import type { Generated, JSONColumnType } from 'kysely'
import type { Texts } from '#contract/text/locales.ts'
import type { QuoteNote } from '#contract/quotes/notes.ts'
import type { QuoteState } from '#contract/quotes/rules.ts'
import type { Picture } from '#contract/pictures/schema.ts'
import type { QuoteRoundSchema } from '#contract/quotes/schema-rows.ts'
import type { NullableTime, Time } from './times.ts'

/** Prices that buyers ask stores for. */
export interface QuoteTables {
  quotes: {
    user_id: string
    id: string
    store_id: number
    /** Its store's name when it was last changed; for a conversation, too. */
    store_name: Generated<string>
    product_id: number
    title: JSONColumnType<Texts>
    picture: JSONColumnType<Picture> | null
    choices: JSONColumnType<{ variantId: number; label: Texts }[]>
    currency: string
    country: Generated<string>
    state: QuoteState
    rounds: JSONColumnType<QuoteRoundSchema[]>
    said: JSONColumnType<QuoteNote[]>
    until: NullableTime
    asked_at: NullableTime
    /** The member of the store who spoke last; null for an automatic answer. */
    offered_by: string | null
    at: Time
    deleted: Generated<boolean>
    rev: number
    /** The store's own id of the quote. */
    uid: Generated<string>
    store_rev: Generated<number | null>
    /** The order that the store drew up, of which it is one product, and when it did. */
    drawn: Generated<string | null>
    drawn_at: Generated<Date | null>
  }
}
