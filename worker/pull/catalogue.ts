import type { Product, Store } from '#contract/catalogue.ts'
import type { Input, Output } from '#contract/registry.ts'
import type { CatalogueDb } from '#localdb/open.ts'
import { listKey, reviewKey } from '#localdb/schema.ts'
import type { WantName } from '../api.ts'
import { applyAreas } from './areas.ts'

/** Reads of the catalogue; each one's answer becomes rows. */
export type CatalogueWant = Extract<WantName, `catalogue.${string}` | 'area.read'>

type Appliers = { [N in CatalogueWant]: (db: CatalogueDb, input: Input<N>, output: Output<N>, at: number) => Promise<void> }

/** Writes what an answer brings into the catalogue's tables; `at` is when it was fetched (Unix ms). */
export const applyCatalogue: Appliers = {
  'area.read': applyAreas,
  'catalogue.home': (db, _input, out, at) => db.transaction('rw', [db.products, db.stores, db.homes], async () => {
    await putProducts(db, out.products)
    await putStores(db, out.stores)
    await db.homes.put({ key: 'home', daily: out.daily, recommended: out.recommended, hot: out.hot, storeIds: out.storeIds, demo: out.demo, at })
  }),
  'catalogue.products': (db, input, out, at) => db.transaction('rw', [db.products, db.stores, db.lists], async () => {
    await putProducts(db, out.products)
    await putStores(db, out.stores)
    if (input.ids) return
    const key = listKey(input)
    const known = await db.lists.get(key)
    const ids = out.products.map((p) => p.id)
    if (input.after === undefined) await db.lists.put({ key, ids, next: out.next, at })
    // A page joins only the list it continues; one that was begun anew meanwhile goes on by itself.
    else if (known?.next === input.after) await db.lists.put({ key, ids: [...known.ids, ...ids.filter((id) => !known.ids.includes(id))], next: out.next, at: known.at })
  }),
  'catalogue.categories': (db, _input, out) => db.transaction('rw', [db.categories], async () => {
    await db.categories.clear()
    await db.categories.bulkPut(out.categories)
  }),
  'catalogue.product': (db, _input, out, at) => db.transaction('rw', [db.products, db.stores, db.details, db.reviews], async () => {
    await putProducts(db, [out.detail.product, ...out.related])
    await putStores(db, [out.store])
    await db.details.put({ ...out.detail, related: out.related.map((p) => p.id), at })
    const key = reviewKey(out.detail.id, 'all')
    if (!(await db.reviews.get(key))) await db.reviews.put({ key, productId: out.detail.id, reviews: out.reviews, next: null, at: 0 })
  }),
  'catalogue.reviews': (db, input, out, at) => db.transaction('rw', [db.reviews], async () => {
    const key = reviewKey(input.id, input.filter ?? 'all')
    const known = input.after === undefined ? undefined : await db.reviews.get(key)
    if (input.after !== undefined && known?.next !== input.after) return
    await db.reviews.put({ key, productId: input.id, reviews: [...(known?.reviews ?? []), ...out.reviews], next: out.next, at })
  }),
  'catalogue.store': async (db, _input, out) => { await putStores(db, [out.store]) },
}

/** Products by id; an answer that was overtaken by a newer one never puts the older row back. */
async function putProducts(db: CatalogueDb, products: readonly Product[]): Promise<void> {
  const known = await db.products.bulkGet(products.map((p) => p.id))
  await db.products.bulkPut(products.filter((p, i) => (known[i]?.rev ?? 0) <= p.rev))
}

async function putStores(db: CatalogueDb, stores: readonly Store[]): Promise<void> {
  const known = await db.stores.bulkGet(stores.map((s) => s.id))
  await db.stores.bulkPut(stores.filter((s, i) => (known[i]?.rev ?? 0) <= s.rev))
}
