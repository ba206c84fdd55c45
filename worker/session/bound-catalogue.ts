import type { CatalogueDb, UserDb } from '#localdb/open.ts'
import { CATALOGUE_MAX, needed } from './free-space.ts'

/** What is left of it when there was more. */
const LEFT = 0.9

/**
 * Evicts what of the catalogue is beyond its bounds, least recently wanted first: details by when they were fetched,
 * with their reviews; then the lists that were fetched longest ago, and the products of no list that is left, the best
 * sellers last. What the person's own things are made of stays.
 */
export async function boundCatalogue(user: UserDb, db: CatalogueDb, max = CATALOGUE_MAX): Promise<void> {
  const [products, details] = await Promise.all([db.products.count(), db.details.count()])
  if (products <= max.products && details <= max.details) return
  const mine = await needed(user)
  await db.transaction('rw', [db.products, db.unindexed, db.details, db.reviews, db.lists, db.homes], async () => {
    if (details > max.details) await evictDetails(db, mine, details - Math.floor(max.details * LEFT))
    if (products > max.products) await evictProducts(db, mine, Math.floor(max.products * LEFT))
  })
}

async function evictDetails(db: CatalogueDb, mine: ReadonlySet<number>, surplus: number): Promise<void> {
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
  const kept = new Set([...mine, ...details, ...(home ? [...home.daily, ...home.recommended, ...home.hot] : [])])
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
