import type { NullableTime, Time } from './times.ts'
import type { MessageTables } from './messages.ts'
import type { DepositTables } from './deposits.ts'
import type { LedgerTables } from './ledger.ts'
import type { OrderTables } from './orders.ts'
import type { StoreTables } from './stores.ts'
import type { SweepTables } from './sweeps.ts'
import type { WithdrawalTables } from './withdrawals.ts'
import type { OperatorTables } from './operators.ts'
import type { MerchantTables } from './merchants.ts'
import type { QuoteTables } from './quotes.ts'
import type { ColumnType, Generated, JSONColumnType, Kysely, Transaction } from 'kysely'
import type { ArticleBlock } from '#contract/articles/schema.ts'
import type { FileTables } from './files.ts'
import type { InvoiceTables } from './invoices.ts'
import type { LoanTables } from './loans.ts'
import type { MailTables } from './mails.ts'
import type { ProductTables } from './products.ts'
import type { Picture } from '#contract/pictures/schema.ts'
import type { Texts } from '#contract/text/locales.ts'
import type { AddressField } from '#contract/addresses/fields.ts'
import type { PushResult } from '#contract/sync/schema.ts'

/**
 * The tables and their columns. bigint columns are read as numbers (all of ours stay below 2^53; db/pglite/engine.ts
 * and db/postgres.ts set the parsers).
 */
export interface Database
  extends
    FileTables,
    InvoiceTables,
    LoanTables,
    MerchantTables,
    MessageTables,
    OperatorTables,
    DepositTables,
    LedgerTables,
    MailTables,
    OrderTables,
    ProductTables,
    QuoteTables,
    StoreTables,
    SweepTables,
    WithdrawalTables {
  users: {
    id: string
    email: string
    username: string
    password_hash: string
    avatar: string | null
    language: Generated<string>
    demo: Generated<boolean>
    created_at: Time
    deleted_at: NullableTime
    invitation: Generated<string>
    invited_by: ColumnType<string | null, string | null | undefined, string | null>
    suspended_at: NullableTime
    suspended_for: Generated<string | null>
    credentials_reset_at: NullableTime
  }
  sessions: {
    token_hash: Uint8Array
    user_id: string
    created_at: Time
    expires_at: ColumnType<Date, Date, Date>
    id: Generated<string>
    seen_at: Time
    device: Generated<string>
    proven_until: NullableTime
    social: Generated<boolean>
  }
  fund_passwords: {
    user_id: string
    hash: string
    set_at: Time
    wrong: Generated<number>
    locked_until: NullableTime
  }
  payment_quotes: {
    id: string
    user_id: string
    asset: string
    numerator: number
    denominator: number
    /** When that rate was set; null in quotes of before it was kept. */
    rate_at: NullableTime
    orders: JSONColumnType<{ id: string; due: number; units: string }[]>
    until: Time
  }
  email_codes: {
    email: string
    event: string
    code_hash: Uint8Array
    attempts: Generated<number>
    created_at: Time
    expires_at: ColumnType<Date, Date, Date>
  }
  identities: {
    issuer: string
    subject: string
    user_id: string
    created_at: Time
    id: Generated<string>
    email: ColumnType<string | null, string | undefined, string | null>
  }
  social_attempts: {
    ticket_hash: Uint8Array
    state: string
    nonce: string
    verifier: string
    subject: string | null
    email: string | null
    caller: Generated<Uint8Array>
    created_at: ColumnType<Date, Date, Date>
  }
  categories: {
    id: Generated<number>
    pid: Generated<number>
    path: string
    name: JSONColumnType<Texts>
    picture: string | null
    sort: Generated<number>
    ancestors: Generated<number[]>
  }
  stores: {
    id: Generated<number>
    uid: Generated<string>
    slug: string
    name: string
    logo: JSONColumnType<Picture> | null
    description: ColumnType<Texts, string | undefined, string>
    currency: string
    shipping: Generated<number>
    tax_basis_points: Generated<number>
    /** Hours (contract/stores/first-answers.ts). */
    answers_in: Generated<number | null>
    demo: Generated<boolean>
    area: Generated<string | null>
    least_pieces: Generated<number | null>
    least_amount: Generated<number | null>
    suspended_at: NullableTime
    suspended_for: Generated<string | null>
    /** The person with whom it was suspended, as theirs alone. */
    suspended_with: string | null
    /** Since when its owner has closed it. */
    closed_at: NullableTime
    rev: Generated<number>
    created_at: Time
  }
  reviews: {
    id: Generated<number>
    product_id: number
    store_id: number
    user_id: string | null
    author: string
    rating: number
    text: string
    language: string
    pictures: JSONColumnType<Picture[]>
    reply: string | null
    replies: Generated<number>
    replied_by: Generated<string | null>
    replied_at: NullableTime
    to_store: Generated<boolean>
    store_rev: Generated<number | null>
    hidden_for: Generated<string | null>
    created_at: Time
  }
  catalogue_feed: {
    one: Generated<boolean>
    rev: number
    mark: Generated<number>
    categories: Generated<number>
    terms: Generated<number>
    currency: Generated<string>
  }
  search_terms: { term: string; piece: number; products: number; postings: number[] }
  favourites: { user_id: string; product_id: number; is_on: boolean; at: Time; rev: number }
  follows: { user_id: string; store_id: number; is_on: boolean; at: Time; rev: number }
  cart_lines: {
    user_id: string
    store_id: number
    product_id: number
    variant_id: number
    num: number
    ticked: Generated<boolean>
    later: Generated<boolean>
    seen_price: number
    currency: string
    at: Time
    rev: number
  }
  feeds: {
    user_id: string
    rev: number
    stamp: Generated<number>
    stored_on: ColumnType<string | null, string | null | undefined, string | null>
    stored: Generated<number>
    stored_bytes: Generated<number>
    floor: Generated<number>
  }
  catalogue_stamps: { rev: number; stamp: number; at: Time }
  feed_stamps: { user_id: string; rev: number; stamp: number; at: Time }
  settings: { name: string; value: number }
  site_settings: { name: string; value: string }
  article_groups: {
    id: Generated<number>
    pid: Generated<number>
    slug: string
    name: JSONColumnType<Texts>
    path: string | null
    role: 'faqs' | 'buyers' | 'sellers' | 'about' | null
    sort: Generated<number>
  }
  articles: { id: Generated<number>; slug: string; group_id: number; sort: Generated<number> }
  article_texts: {
    article_id: number
    language: string
    title: string
    summary: string
    blocks: JSONColumnType<ArticleBlock[]>
    at: Time
  }
  outcomes: {
    user_id: string
    incarnation: string
    seq: number
    hash: Uint8Array
    result: JSONColumnType<PushResult>
    kept: Generated<boolean>
    by_person: ColumnType<string | null, string | null | undefined, never>
    rev: number
    created_at: Time
  }
  incarnations: {
    user_id: string
    incarnation: string
    purged_through: Generated<number>
    whole_at: ColumnType<number | null, number | undefined, number | null>
  }
  addresses: Record<AddressField, Generated<string>> & {
    user_id: string
    id: string
    deleted: Generated<boolean>
    field_revs: JSONColumnType<Record<string, number>>
    at: Time
    rev: number
  }
  own_lists: { user_id: string; id: string; name: string; deleted: Generated<boolean>; at: Time; rev: number }
  list_lines: {
    user_id: string
    list_id: string
    store_id: number
    product_id: number
    variant_id: number
    num: number
    at: Time
    rev: number
  }
  address_defaults: { user_id: string; address_id: string | null; rev: number }
  area_rules: { code: string; open: boolean; at: Time }
  exchange_rates: {
    id: Generated<number>
    currency: string
    numerator: number
    denominator: number
    at: Time
    fixed: Generated<boolean>
    stopped: Generated<boolean>
    coin: ColumnType<boolean, never, never>
    /** `screen`, `command`, or the name of a source of rates; '' where that was not kept. */
    source: Generated<string>
    /** The operator who set it on a screen, and the one who had asked for it. */
    set_by: ColumnType<string | null, string | null | undefined, string | null>
    asked_by: ColumnType<string | null, string | null | undefined, string | null>
  }
  past_rates: {
    id: number
    currency: string
    numerator: number
    denominator: number
    at: Time
    source: Generated<string>
    set_by: ColumnType<string | null, string | null | undefined, string | null>
    asked_by: ColumnType<string | null, string | null | undefined, string | null>
  }
}

export type Db = Kysely<Database>
export type Tx = Transaction<Database>
