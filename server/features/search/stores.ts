import { sql } from 'kysely'
import { PAGE, type Store } from '#contract/catalogue.ts'
import { fields, titleLength } from '#contract/search-rank.ts'
import { searchTokens } from '#contract/search-tokens.ts'
import type { Db } from '../../db/tables.ts'
import { accepted, refused, type HandlersFor } from '../../http/handlers.ts'
import { cutPage, readKey } from '../../market/page-key.ts'
import { storeFigures, storeJson } from '../../market/store-json.ts'
import { hitsOf, matchedIn, posting, rankOf, wordsOf } from './match.ts'
import { rankedProducts } from './products.ts'
import { collectionOf, keptFor, type Collection } from './vocabulary.ts'

interface Names { version: string; collection: Collection; postings: ReadonlyMap<string, number[]> }

/** The stores' names as a collection of its own, in memory: read again only when a store's shown row changed. */
const storeNames = keptFor<Names>(async (db, before) => {
  const { rows: [now] } = await sql<{ version: string }>`select concat(count(*), '.', max(rev)) as version from stores`.execute(db)
  if (before?.version === now!.version) return before
  const stores = await db.selectFrom('stores').select(['id', 'name']).orderBy('id').execute()
  const postings = new Map<string, number[]>()
  for (const { id, name } of stores) {
    for (const token of searchTokens(name)) postings.set(token, [...(postings.get(token) ?? []), posting(id, titleLength({ name }), fields.title)])
  }
  return { version: now!.version, postings, collection: collectionOf(stores.length, new Map([...postings].map(([token, of]) => [token, of.length]))) }
})

/** Above every number of products that a store could sell. */
const BY_NAME = 10 ** 13

/** Stores with what orders them: those whose name is found, by how well; then those that sell what is found, by how much of what matches the most words. */
async function rankedStores(db: Db, query: string): Promise<{ id: number; value: number }[]> {
  const { collection, postings } = await storeNames(db)
  const found = new Map(hitsOf(wordsOf(query, collection), (token) => postings.get(token) ?? []).map((hit) => [hit.id, BY_NAME + rankOf(hit)]))
  const products = await rankedProducts(db, query)
  const most = matchedIn(products[0]?.rank ?? 0)
  const { rows } = await sql<{ id: number; n: number }>`
    select p.store_id as id, count(*)::int as n from products p
    where p.active and p.id = any(${`{${products.filter((p) => matchedIn(p.rank) === most).map((p) => p.id).join(',')}}`}::int[]) group by 1`.execute(db)
  for (const { id, n } of rows) if (!found.has(id)) found.set(id, n)
  return [...found].map(([id, value]) => ({ id, value })).sort((a, b) => b.value - a.value || a.id - b.id)
}

/** Stores that a text finds. */
export const searchStores: HandlersFor<'search.stores'>['search.stores'] = async ({ db }, input) => {
  const key = input.after === undefined ? undefined : readKey('stores', input.after)
  if (input.after !== undefined && !key) return refused('invalid', { path: 'after' })
  const ranked = await rankedStores(db, input.query)
  const rest = key ? ranked.filter((r) => r.value < key.value || (r.value === key.value && r.id > key.id)) : ranked
  const wanted = rest.slice(0, PAGE + 1)
  if (wanted.length === 0) return accepted({ stores: [], next: null })
  const { rows } = await sql<{ row: Store }>`
    select ${storeJson} as row from stores s ${storeFigures} where s.id = any(${`{${wanted.map((w) => w.id).join(',')}}`}::int[])`.execute(db)
  const stores = new Map(rows.map(({ row }) => [row.id, row]))
  const { page, next } = cutPage(wanted.flatMap((w) => { const row = stores.get(w.id); return row ? [{ ...w, row }] : [] }), PAGE, 'stores')
  return accepted({ stores: page, next })
}
