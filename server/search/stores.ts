import { sql } from 'kysely'
import { PAGE } from '#contract/catalogue/schema-endpoints.ts'
import type { Store } from '#contract/catalogue/schema.ts'
import { matchedIn, rankStores, storeNamesOf, type StoreNames } from '#contract/search/match.ts'
import type { Db } from '../db/tables/tables.ts'
import { accepted, refused, type HandlersFor } from '../http/handlers.ts'
import { cutPage, readPageKey } from '../catalogue/page-key.ts'
import { storeFigures, storeJson } from '../catalogue/store-json.ts'
import { rankedProducts } from './products.ts'
import { keptFor } from './vocabulary.ts'

/** How many stores are found by their names: the oldest. The others are found by their products. */
export const STORE_NAMES_MAX = 200_000

/** The stores' names, in memory: read again only when a store's shown row changed. */
export const storeNames = keptFor<StoreNames & { version: string; size: number }>(async (db, before) => {
  const {
    rows: [now],
  } = await sql<{ version: string }>`select concat(count(*), '.', max(rev)) as version from stores`.execute(db)
  if (before?.version === now!.version) return before
  const stores = await db.selectFrom('stores').select(['id', 'name']).orderBy('id').limit(STORE_NAMES_MAX).execute()
  return { version: now!.version, ...storeNamesOf(stores), size: stores.length }
})

/** Stores with the number that ranks them. */
async function rankedStores(db: Db, query: string): Promise<{ id: number; value: number }[]> {
  const names = await storeNames(db)
  const products = await rankedProducts(db, query)
  const most = matchedIn(products[0]?.rank ?? 0)
  const { rows } = await sql<{ id: number; n: number }>`
    select p.store_id as id, count(*)::int as n from products p
    where p.active and p.id = any(${`{${products
      .filter((p) => matchedIn(p.rank) === most)
      .map((p) => p.id)
      .join(',')}}`}::int[]) group by 1`.execute(db)
  return rankStores(query, names, new Map(rows.map(({ id, n }) => [id, n])))
}

/** Stores that a text finds. */
export const searchStores: HandlersFor<'search.stores'>['search.stores'] = async ({ db }, input) => {
  const key = input.after === undefined ? undefined : readPageKey('stores', input.after)
  if (input.after !== undefined && !key) return refused('invalid', { path: 'after' })
  const ranked = await rankedStores(db, input.query)
  const rest = key ? ranked.filter((r) => r.value < key.value || (r.value === key.value && r.id > key.id)) : ranked
  const wanted = rest.slice(0, PAGE + 1)
  if (wanted.length === 0) return accepted({ stores: [], next: null })
  const { rows } = await sql<{ row: Store }>`
    select ${storeJson} as row from stores s ${storeFigures} where s.id = any(${`{${wanted.map((w) => w.id).join(',')}}`}::int[])`.execute(
    db,
  )
  const stores = new Map(rows.map(({ row }) => [row.id, row]))
  const { page, next } = cutPage(
    wanted.flatMap((w) => {
      const row = stores.get(w.id)
      return row ? [{ ...w, row }] : []
    }),
    PAGE,
    'stores',
  )
  return accepted({ stores: page, next })
}
