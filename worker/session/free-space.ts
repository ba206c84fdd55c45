import { PACK_CACHE } from '#contract/packs/rules.ts'
import { PICTURE_CACHE } from '#contract/pictures/urls.ts'
import type { CatalogueDb, UserDb } from '#localdb/open.ts'
import type { Env } from '../env/env.ts'
import { isQuota } from '#localdb/storage-errors.ts'
import { dropUnused } from './unused-files.ts'

// The space that this app takes on a device. Only data that can be fetched again is evicted.

export const dropPictures = (env: Env): Promise<unknown> => env.dropCache(PICTURE_CACHE)

/** Drops pictures and the catalogue on a full disk, so that the person's work and the server's answers have room. */
export async function makeRoom(env: Env, user: UserDb, catalogue: CatalogueDb): Promise<void> {
  await dropPictures(env)
  await dropUnused(user, env.now(), true)
  // Unsent work comes first, also before stores that were taken along.
  await env.dropCache(PACK_CACHE)
  try {
    await catalogue.packs.clear()
    await dropCatalogue(user, catalogue)
  } catch (error) {
    // Deleting products writes notes for the index, and may itself find no room; the rest is gone by then.
    if (!isQuota(error)) throw error
  }
}

/**
 * Drops the catalogue except the products that the person's own rows need (in their cart, favourites, lists, orders and
 * waiting intents), and those of stores that were taken along.
 */
export async function dropCatalogue(user: UserDb, db: CatalogueDb): Promise<void> {
  const ids = [...new Set([...(await needed(user)), ...(await packed(db))])]
  // A transaction of its own, since it only deletes, for which even a full disk has room. Without any segment all
  // remaining products are indexed again.
  await db.transaction('rw', [db.details, db.lists, db.homes, db.reviews, db.segments, db.articles], () =>
    Promise.all([
      db.articles.clear(),
      db.details.where('id').noneOf(ids).delete(),
      db.lists.clear(),
      db.homes.clear(),
      db.reviews.clear(),
      db.segments.clear(),
    ]),
  )
  await db.transaction('rw', [db.products, db.unindexed, db.feed], async () => {
    await db.products.where('id').noneOf(ids).delete()
    // The remaining products are indexed again. The deleted ones were noted for an index that is empty now.
    await db.unindexed.clear()
    await db.unindexed.bulkPut((await db.products.toCollection().primaryKeys()).map((id) => ({ id: Number(id) })))
    // The catalogue's changes are followed on, as long as there is a product for which they matter.
    if ((await db.products.count()) === 0) await db.feed.clear()
  })
}

/** The products of the stores that this device takes along. */
export async function packed(db: CatalogueDb): Promise<ReadonlySet<number>> {
  return new Set((await db.packs.toArray()).flatMap(({ ids }) => ids))
}

/** The products that a person's own rows need. */
export async function needed(db: UserDb): Promise<ReadonlySet<number>> {
  const ids = new Set<number>()
  for (const { shown } of await db.cartLines.toArray()) if (shown && shown.num > 0) ids.add(shown.id)
  for (const { shown } of await db.favourites.toArray()) if (shown?.on) ids.add(shown.id)
  for (const { shown } of await db.listLines.toArray()) if (shown && shown.num > 0) ids.add(shown.id)
  for (const { shown } of await db.orders.toArray()) for (const line of shown?.lines ?? []) ids.add(line.id)
  // By the index alone: the queue itself is never loaded.
  for (const ref of await db.outbox.orderBy('keys').uniqueKeys()) {
    const [table, key = ''] = String(ref).split('/')
    if (table === 'cartLines') ids.add(Number(key.split(':')[1]))
    else if (table === 'favourites') ids.add(Number(key))
  }
  return ids
}
