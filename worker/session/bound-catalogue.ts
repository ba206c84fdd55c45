import type { CatalogueDb, UserDb } from '#localdb/open.ts'
import { reviewKey } from '#localdb/list-keys.ts'
import { CATALOGUE_MAX, isBeyondBounds } from './catalogue-bounds.ts'
import { needed, packed } from './free-space.ts'

/** The share of a bound that is left in a table that had more. */
const LEFT = 0.9

/**
 * Evicts the catalogue's rows beyond their bounds. What the person's own things are made of stays.
 *
 * - Details: those fetched longest ago, with their reviews.
 * - Products: the lists that were fetched longest ago, then the products of no list that is left, worst sellers first.
 * - Reviews: those of a single rating first, then those fetched longest ago.
 * - Stores: those of no product here first, then those fetched longest ago.
 * - Areas: all areas below one parent together, those fetched longest ago first; the countries stay.
 */
export async function boundCatalogue(user: UserDb, db: CatalogueDb, max = CATALOGUE_MAX): Promise<void> {
  if (!(await isBeyondBounds(db, max))) return
  const mine = new Set([...(await needed(user)), ...(await packed(db))])
  const myStores = new Set([
    ...(await neededStores(user)),
    ...((await db.packs.toCollection().primaryKeys()) as number[]),
  ])
  const { products, unindexed, details, reviews, lists, homes, stores, areas } = db
  await db.transaction('rw', [products, unindexed, details, reviews, lists, homes, stores, areas], async () => {
    /** How many rows of a table must go; 0 while it is within its bound. */
    const surplusOf = async (table: keyof typeof max): Promise<number> => {
      const count = await db[table].count()
      return count > max[table] ? count - Math.floor(max[table] * LEFT) : 0
    }
    await evictDetails(db, mine, await surplusOf('details'))
    if ((await surplusOf('products')) > 0) await evictProducts(db, mine, Math.floor(max.products * LEFT))
    await evictReviews(db, await surplusOf('reviews'))
    await evictStores(db, myStores, await surplusOf('stores'))
    await evictAreas(db, await surplusOf('areas'))
  })
}

/** The stores that a person follows, has in the cart or has ordered from. */
async function neededStores(db: UserDb): Promise<ReadonlySet<number>> {
  const ids = new Set<number>()
  for (const { shown } of await db.follows.toArray()) if (shown?.on) ids.add(shown.id)
  for (const { shown } of await db.cartLines.toArray()) if (shown && shown.num > 0) ids.add(shown.shopId)
  for (const { shown } of await db.orders.toArray()) if (shown) ids.add(shown.shopId)
  return ids
}

async function evictDetails(db: CatalogueDb, mine: ReadonlySet<number>, surplus: number): Promise<void> {
  if (surplus === 0) return
  const rows: { id: number; at: number }[] = []
  await db.details.each(({ id, at }) => {
    if (!mine.has(id)) rows.push({ id, at })
  })
  const ids = rows
    .sort((a, b) => a.at - b.at)
    .slice(0, surplus)
    .map((row) => row.id)
  await db.details.bulkDelete(ids)
  await db.reviews.where('productId').anyOf(ids).delete()
}

async function evictProducts(db: CatalogueDb, mine: ReadonlySet<number>, left: number): Promise<void> {
  const home = await db.homes.get('home')
  const details = (await db.details.toCollection().primaryKeys()) as number[]
  const kept = new Set([
    ...mine,
    ...details,
    ...(home ? [...home.daily, ...home.recommended, ...home.hot, ...(home.deals ?? [])] : []),
  ])
  const lists = (await db.lists.toArray()).filter((list) => !list.key.startsWith('stores/'))
  // A list never has holes: one of which not everything can stay goes as well.
  let full = false
  for (const { key, ids, leads } of lists.sort((a, b) => b.at - a.at)) {
    const more = [...ids, ...(leads?.related ?? [])].filter((id) => !kept.has(id))
    full ||= kept.size + more.length > left
    if (full) await db.lists.delete(key)
    else for (const id of more) kept.add(id)
  }
  const bySales = (await db.products.orderBy('monthlySales').reverse().primaryKeys()) as number[]
  for (const id of bySales) if (kept.size < left) kept.add(id)
  const all = (await db.products.toCollection().primaryKeys()) as number[]
  await db.products.bulkDelete(all.filter((id) => !kept.has(id)))
}

async function evictReviews(db: CatalogueDb, surplus: number): Promise<void> {
  if (surplus === 0) return
  const rows: { key: string; at: number; all: boolean }[] = []
  await db.reviews.each(({ key, productId, at }) => {
    rows.push({ key, at, all: key === reviewKey(productId, 'all') })
  })
  rows.sort((a, b) => Number(a.all) - Number(b.all) || a.at - b.at)
  await db.reviews.bulkDelete(rows.slice(0, surplus).map((row) => row.key))
}

async function evictStores(db: CatalogueDb, mine: ReadonlySet<number>, surplus: number): Promise<void> {
  if (surplus === 0) return
  const home = await db.homes.get('home')
  const kept = new Set([...mine, ...(home?.storeIds ?? [])])
  // The index knows the store of each product; the products themselves are not loaded.
  const sells = new Set(
    ((await db.products.orderBy('[storeId+sales]').keys()) as unknown as number[][]).map(([id]) => id),
  )
  const rows: { id: number; at: number; sells: boolean }[] = []
  await db.stores.each(({ id, at = 0 }) => {
    if (!kept.has(id)) rows.push({ id, at, sells: sells.has(id) })
  })
  rows.sort((a, b) => Number(a.sells) - Number(b.sells) || a.at - b.at)
  const gone = new Set(rows.slice(0, surplus).map((row) => row.id))
  await db.stores.bulkDelete([...gone])
  // A list never has holes.
  const lists = await db.lists.where('key').startsWith('stores/').toArray()
  await db.lists.bulkDelete(lists.filter(({ ids }) => ids.some((id) => gone.has(id))).map(({ key }) => key))
}

async function evictAreas(db: CatalogueDb, surplus: number): Promise<void> {
  if (surplus === 0) return
  const parents = new Map<string, { at: number; areas: number }>()
  await db.areas.each(({ parentCode, at }) => {
    if (parentCode !== '') parents.set(parentCode, { at, areas: (parents.get(parentCode)?.areas ?? 0) + 1 })
  })
  let gone = 0
  for (const [parentCode, { areas }] of [...parents].sort(([, a], [, b]) => a.at - b.at)) {
    if (gone >= surplus) break
    gone += areas
    await db.areas.where('parentCode').equals(parentCode).delete()
  }
}
