import { sql, type RawBuilder } from 'kysely'
import type { Texts } from '#contract/text/locales.ts'
import { writeQuoteNotes, type QuoteNote } from '#contract/quotes/notes.ts'
import type { QuoteState } from '#contract/quotes/rules.ts'
import type { Change } from '#contract/sync/schema-changes.ts'
import type { Picture } from '#contract/pictures/schema.ts'
import type { QuoteRoundSchema } from '#contract/quotes/schema-rows.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { isChosen, type RowChoice } from '../feed/choice.ts'

/** A quote as its table has it, with its store's name. */
export interface QuoteRow {
  user_id: string
  id: string
  store_id: number
  store_name: string
  product_id: number
  title: Texts
  picture: Picture | null
  choices: { variantId: number; label: Texts }[]
  currency: string
  country: string
  state: QuoteState
  rounds: QuoteRoundSchema[]
  said: QuoteNote[]
  until: Date | null
  asked_at: Date | null
  at: Date
  deleted: boolean
  rev: number
  /** The store's own id of it, the member of the store who spoke last, and the rev in the store's feed. */
  uid: string
  offered_by: string | null
  store_rev: number | null
  /** The order that its store drew up, of which it is one product. */
  drawn: string | null
}

/** The quotes `q` that a condition chooses, the longest unanswered first. */
export async function readQuotes(db: Db | Tx, where: RawBuilder<unknown>): Promise<QuoteRow[]> {
  const { rows } = await sql<QuoteRow>`
    select q.* from quotes q where ${where} order by q.asked_at, q.at, q.id`.execute(db)
  return rows
}

/** A person's quote; undefined when they have none of that id. The owner's feed lock keeps it true until the commit. */
export async function readQuote(db: Db | Tx, userId: string, id: string): Promise<QuoteRow | undefined> {
  return (await readQuotes(db, sql`q.user_id = ${userId}::uuid and q.id = ${id}::uuid and not q.deleted`))[0]
}

/** A quote as the feed carries it. */
export const quoteChange = (q: QuoteRow): Change => ({
  table: 'quotes',
  key: q.id,
  rev: q.rev,
  row: {
    id: q.id,
    shopId: q.store_id,
    shopName: q.store_name,
    productId: q.product_id,
    title: q.title,
    picture: q.picture,
    choices: q.choices,
    currency: q.currency,
    country: q.country,
    state: q.state,
    rounds: q.rounds,
    note: '',
    said: writeQuoteNotes(q.said),
    ...(q.drawn !== null && { drawn: q.drawn }),
    at: q.at.getTime(),
    deleted: q.deleted,
  },
})

/** The chosen ones of a person's quotes. */
export async function readOwnQuotes(tx: Tx, userId: string, choice: RowChoice): Promise<Change[]> {
  const chosen = isChosen(choice, 'quotes', { rev: sql`q.rev`, key: sql`q.id`, type: 'uuid' })
  return (await readQuotes(tx, sql`q.user_id = ${userId}::uuid and ${chosen}`)).map(quoteChange)
}
