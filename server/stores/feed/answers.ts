import { sql, type RawBuilder } from 'kysely'
import { byId } from '#contract/lists/by-id.ts'
import type { Texts } from '#contract/text/locales.ts'
import type { StoreChange } from '#contract/sync/schema-store-rows.ts'
import type { StoreQuote, StoreReview } from '#contract/stores/schema-answer-rows.ts'
import { millis } from '../../catalogue/product-json.ts'
import type { Tx } from '../../db/tables/tables.ts'
import { isChosen, type RowChoice } from '../../feed/choice.ts'
import { quoteChange, readQuotes, type QuoteRow } from '../../quotes/change.ts'

// The requests for a price and the reviews that buyers send to a store, as its feed carries them.

/** The chosen rows of those parts of a store. */
export async function readChosenAnswers(
  tx: Tx,
  storeId: number,
  choice: RowChoice,
  parts: ReadonlySet<string>,
): Promise<StoreChange[]> {
  const within = (of: 'q' | 'r', table: 'storeQuotes' | 'storeReviews', key: string, type: 'uuid' | 'int') =>
    sql`${sql.ref(`${of}.store_id`)} = ${storeId}::int
      and ${isChosen(choice, table, { rev: sql.ref(`${of}.store_rev`), key: sql.ref(`${of}.${key}`), type })}`
  const changes: StoreChange[] = []
  if (parts.has('storeQuotes')) changes.push(...(await readStoreQuotes(tx, within('q', 'storeQuotes', 'uid', 'uuid'))))
  if (parts.has('storeReviews'))
    changes.push(...(await readStoreReviews(tx, sql`r.to_store and ${within('r', 'storeReviews', 'id', 'int')}`)))
  if (parts.has('gone')) {
    const chosen = (table: 'storeQuotes' | 'storeReviews') =>
      sql`g.part = ${table} and ${isChosen(choice, table, { rev: sql`g.store_rev`, key: sql`g.key` })}`
    const { rows } = await sql<{ part: string; key: string; rev: number }>`
      select part, key, store_rev as rev from store_gone g
      where store_id = ${storeId}::int and (${chosen('storeQuotes')} or ${chosen('storeReviews')})`.execute(tx)
    changes.push(...rows.map(gone))
  }
  return changes
}

/** The quotes `q` that a condition chooses, as their stores have them. */
export async function readStoreQuotes(tx: Tx, where: RawBuilder<unknown>): Promise<StoreChange[]> {
  const quotes = await readQuotes(tx, where)
  if (quotes.length === 0) return []
  const { rows: buyers } = await sql<{ id: string; username: string }>`
    select id, username from users where id = any(${quotes.map((q) => q.user_id)}::uuid[])`.execute(tx)
  const { rows: products } = await sql<{ id: number; uid: string; skus: Record<string, string> }>`
    select p.id, p.uid, coalesce((select jsonb_object_agg(v.id::text, v.sku) from variants v where v.product_id = p.id),
      '{}') as skus
    from products p where p.id = any(${quotes.map((q) => q.product_id)}::int[])`.execute(tx)
  const nameOf = new Map(buyers.map(({ id, username }) => [id, username]))
  const productOf = byId(products)
  return quotes.map((q) => storeQuote(q, nameOf.get(q.user_id) ?? '', productOf.get(q.product_id)))
}

/** A quote as its store has it: nothing of the buyer but a name. */
function storeQuote(
  quote: QuoteRow,
  buyer: string,
  product: { uid: string; skus: Record<string, string> } | undefined,
): StoreChange {
  const { row } = quoteChange(quote) as { row: Omit<StoreQuote, 'buyer' | 'goods' | 'by'> & Record<string, unknown> }
  const { shopId: _store, shopName: _name, ...fields } = row
  return {
    table: 'storeQuotes',
    key: quote.uid,
    rev: quote.store_rev ?? 0,
    row: {
      ...fields,
      id: quote.uid,
      buyer: quote.deleted ? '' : buyer,
      goods: product?.uid ?? '',
      choices: quote.choices.map((c) => ({ ...c, sku: product?.skus[c.variantId] ?? '' })),
      by: quote.offered_by,
    },
  }
}

interface ReviewRow extends Omit<StoreReview, 'deleted'> {
  rev: number | null
}

/** The reviews `r` that a condition chooses, as their stores have them. */
export async function readStoreReviews(tx: Tx, where: RawBuilder<unknown>): Promise<StoreChange[]> {
  const { rows } = await sql<ReviewRow>`
    select r.id, r.product_id as "productId", p.uid as goods, p.title, p.pictures -> 0 as picture, r.author, r.rating,
      r.text, r.language, r.pictures, r.reply, r.replies, ${millis('r.replied_at')} as "repliedAt", r.replied_by as by,
      r.hidden_for is not null as hidden, ${millis('r.created_at')} as at, r.store_rev as rev
    from reviews r join products p on p.id = r.product_id where ${where} order by r.id`.execute(tx)
  return rows.map(({ rev, ...row }) => ({
    table: 'storeReviews',
    key: String(row.id),
    rev: rev ?? 0,
    row: { ...row, picture: row.picture ?? null, deleted: false },
  }))
}

const nothing = { productId: 1, goods: '', title: {} as Texts, picture: null, by: null, at: 0, deleted: true }

/** An entry that has left a store's feed for good. */
function gone({ part, key, rev }: { part: string; key: string; rev: number }): StoreChange {
  return part === 'storeQuotes'
    ? {
        table: 'storeQuotes',
        key,
        rev,
        row: {
          ...nothing,
          ...{ id: key, buyer: '', choices: [], currency: '', country: '', state: 'expired', rounds: [] },
          ...{ note: '', said: '' },
        },
      }
    : {
        table: 'storeReviews',
        key,
        rev,
        row: {
          ...nothing,
          ...{ id: Number(key), author: '', rating: 1, text: '', language: '', pictures: [], reply: null },
          ...{ replies: 0, repliedAt: null, hidden: false },
        },
      }
}
