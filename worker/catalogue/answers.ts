import type { Input, Output, SiteEndpointName } from '#contract/registry.ts'
import { keptRates } from '#contract/currencies/exchange.ts'
import type { CatalogueDb } from '#localdb/open.ts'
import type { CachedListRow } from '#localdb/schema.ts'
import { detailRow, firstReviews, homeRow, leadsOf, reviewPage, totalOf } from '#localdb/answer-rows.ts'
import { facetsKey, isSearchKey, listKey, storeListKey } from '#localdb/list-keys.ts'
import type { WantName } from '../api/worker-api.ts'
import { putProducts, putStores } from './rows.ts'

/** Reads of the catalogue; each one's answer becomes rows. */
export type CatalogueWant = Exclude<WantName, 'user.profile' | SiteEndpointName>

type Appliers = {
  [N in CatalogueWant]: (db: CatalogueDb, input: Input<N>, output: Output<N>, at: number) => Promise<void>
}

/** Writes what an answer brings into the catalogue's tables; `at` is when it was fetched (Unix ms). */
export const applyCatalogue: Appliers = {
  'catalogue.home': (db, _input, out, at) =>
    db.transaction('rw', [db.products, db.gone, db.stores, db.homes], async () => {
      await putProducts(db, out.products)
      await putStores(db, out.stores, at)
      await db.homes.put(homeRow(out, at))
    }),
  'catalogue.products': (db, input, out, at) =>
    db.transaction('rw', [db.products, db.gone, db.stores, db.lists], async () => {
      await putProducts(db, out.products)
      await putStores(db, out.stores, at)
      if (!input.ids) await putPage(db, listKey(input), input.after, out.ids, { next: out.next, at, ...totalOf(out) })
    }),
  'search.facets': (db, input, { facets, more }, at) =>
    db.transaction('rw', [db.lists], async () => {
      const key = facetsKey(input)
      await db.lists.put({ key, ids: [], next: null, at, facets, more })
      await dropOldLists(db, key)
    }),
  'catalogue.categories': (db, _input, out) =>
    db.transaction('rw', [db.categories], async () => {
      await db.categories.clear()
      await db.categories.bulkPut(out.categories)
    }),
  'catalogue.rates': (db, _input, out) =>
    db.transaction('rw', [db.rates], async () => {
      await db.rates.clear()
      await db.rates.bulkPut(keptRates(out))
    }),
  'catalogue.product': (db, _input, out, at) =>
    db.transaction('rw', [db.products, db.gone, db.stores, db.details, db.reviews], async () => {
      await putProducts(db, [out.detail.product, ...out.related])
      await putStores(db, [out.store], at)
      await db.details.put(detailRow(out, at))
      const first = firstReviews(out)
      if (!(await db.reviews.get(first.key))) await db.reviews.put(first)
    }),
  'catalogue.details': (db, _input, out, at) =>
    db.transaction('rw', [db.products, db.gone, db.stores, db.details], async () => {
      const known = await db.details.bulkGet(out.details.map((detail) => detail.id))
      await putProducts(
        db,
        out.details.map((detail) => detail.product),
      )
      await putStores(db, out.stores, at)
      await db.details.bulkPut(out.details.map((detail, n) => ({ ...detail, related: known[n]?.related ?? [], at })))
    }),
  'search.codes': (db, _input, out, at) =>
    db.transaction('rw', [db.products, db.gone, db.stores], async () => {
      await putProducts(db, out.products)
      await putStores(db, out.stores, at)
    }),
  'catalogue.reviews': (db, input, out, at) =>
    db.transaction('rw', [db.reviews], async () => {
      const page = reviewPage(input, out, at)
      const known = input.after === undefined ? undefined : await db.reviews.get(page.key)
      if (input.after !== undefined && known?.next !== input.after) return
      const reviews = [...(known?.reviews ?? []), ...page.reviews].slice(0, REVIEWS_MAX)
      await db.reviews.put({ ...page, reviews, next: reviews.length < REVIEWS_MAX ? page.next : null })
    }),
  'catalogue.store': (db, _input, out, at) => putStores(db, [out.store], at),
  'catalogue.stores': (db, _input, out, at) => putStores(db, out.stores, at),
  'user.followedStores': (db, _input, out, at) => putStores(db, out.stores, at),
  'search.products': (db, input, out, at) =>
    db.transaction('rw', [db.products, db.gone, db.stores, db.lists], async () => {
      await putProducts(db, out.products)
      await putStores(db, out.stores, at)
      await putPage(db, listKey(input), input.after, out.ids, {
        next: out.next,
        at,
        leads: leadsOf(out),
        ...totalOf(out),
      })
    }),
  'search.stores': (db, input, out, at) =>
    db.transaction('rw', [db.stores, db.lists], async () => {
      await putStores(db, out.stores, at)
      await putPage(
        db,
        storeListKey(input.query),
        input.after,
        out.stores.map((s) => s.id),
        { next: out.next, at },
      )
    }),
}

/** Writes the first page of a list in its place, or appends a page to it. */
async function putPage(
  db: CatalogueDb,
  key: string,
  after: string | undefined,
  ids: readonly number[],
  row: Omit<CachedListRow, 'key' | 'ids' | 'reach'>,
): Promise<void> {
  const known = await db.lists.get(key)
  // A page joins only the list it continues. A list that was begun again meanwhile goes on by itself.
  if (after !== undefined && known?.next !== after) return
  const before = after === undefined ? undefined : known
  const all = [...new Set([...(before?.ids ?? []), ...ids])]
  // The first page decides what the list leads to, and how old its order is.
  await db.lists.put({
    ...row,
    ...(before && { at: before.at, ...(before.leads && { leads: before.leads }), ...totalOf(before) }),
    key,
    ids: all,
    reach: Math.max(known?.reach ?? known?.ids.length ?? 0, all.length),
  })
  await dropOldLists(db, key)
}

/** How many lists of searches are kept, and how many other lists. */
export const SEARCHES_MAX = 50
export const LISTS_MAX = 200
/** How many reviews of one product, or of one rating of it, are kept and can be read. */
const REVIEWS_MAX = 500

/** Drops the oldest lists of the kind of the one at hand; never that one itself. */
async function dropOldLists(db: CatalogueDb, atHand: string): Promise<void> {
  const max = isSearchKey(atHand) ? SEARCHES_MAX : LISTS_MAX
  const keys = ((await db.lists.toCollection().primaryKeys()) as string[]).filter(
    (key) => isSearchKey(key) === isSearchKey(atHand) && key !== atHand,
  )
  if (keys.length < max) return
  const rows = (await db.lists.bulkGet(keys)).flatMap((row) => row ?? [])
  await db.lists.bulkDelete(
    rows
      .sort((a, b) => b.at - a.at)
      .slice(max - 1)
      .map((row) => row.key),
  )
}
