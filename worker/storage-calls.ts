import { PICTURE_CACHE } from '#contract/pictures.ts'
import type { UserDb } from '#localdb/open.ts'
import type { CallsFor } from './api.ts'
import type { Device } from './device.ts'

/** What a person does about the room this app takes on their device. */
export const storageCalls = (device: Device): CallsFor<'storage.free'> => ({
  'storage.free': async ({ what }) => {
    if (what === 'pictures') await device.env.dropCache(PICTURE_CACHE)
    else await freeCatalogue(device)
    return { kind: 'accepted', data: {} }
  },
})

/** Drops the catalogue but for what the person's own things are made of: the products in their cart, among their favourites, in their orders and in what waits. */
async function freeCatalogue(device: Device): Promise<void> {
  const { person } = await device.desk()
  const keep = await needed(person.db)
  const db = await device.catalogue()
  await db.transaction('rw', [db.products, db.details, db.lists, db.homes, db.reviews, db.segments, db.unindexed, db.feed], async () => {
    const ids = [...keep]
    await Promise.all([
      db.products.where('id').noneOf(ids).delete(), db.details.where('id').noneOf(ids).delete(),
      db.lists.clear(), db.homes.clear(), db.reviews.clear(), db.segments.clear(),
    ])
    // What is left is indexed anew; what is gone was noted as such, for an index that is empty now.
    await db.unindexed.clear()
    await db.unindexed.bulkPut((await db.products.toCollection().primaryKeys()).map((id) => ({ id: Number(id) })))
    // Followed on, as long as there is something whose changes matter.
    if ((await db.products.count()) === 0) await db.feed.clear()
  })
}

async function needed(db: UserDb): Promise<ReadonlySet<number>> {
  const ids = new Set<number>()
  for (const { shown } of await db.cartLines.toArray()) if (shown && shown.num > 0) ids.add(shown.id)
  for (const { shown } of await db.favourites.toArray()) if (shown?.on) ids.add(shown.id)
  for (const { shown } of await db.orders.toArray()) for (const line of shown?.lines ?? []) ids.add(line.id)
  // By the index alone: the queue itself is never loaded.
  for (const ref of await db.outbox.orderBy('keys').uniqueKeys()) {
    const [table, key = ''] = String(ref).split('/')
    if (table === 'cartLines') ids.add(Number(key.split(':')[1]))
    else if (table === 'favourites') ids.add(Number(key))
  }
  return ids
}
