import { PACK_BYTES_MAX, PACK_CACHE, PACKS_MAX } from '#contract/packs/rules.ts'
import { pictureUrl } from '#contract/pictures/urls.ts'
import type { CatalogueDb } from '#localdb/open.ts'
import type { PackRow } from '#localdb/rows/pack.ts'
import type { CallOutcome } from '../api/worker-api.ts'
import type { Follower } from '../catalogue/follower.ts'
import { fetchRows } from '../catalogue/fetch-rows.ts'
import { chunksOf } from '../catalogue/rows.ts'
import { isClosed, isQuota } from '#localdb/storage-errors.ts'
import type { Device } from '../session/device.ts'
import type { Session } from '../session/session.ts'
import { failed } from '../wire/failed.ts'

type Needs = Pick<Device, 'env' | 'catalogue' | 'exchange'> & Pick<Follower, 'begun'>

/** How many products are fetched at once. Between two fetches the person may pause, or close the app. */
const PART = 40

/** The small picture of a product, as a list shows it. */
const pictureOf = (picture: { src: string } | null): string | undefined =>
  picture ? pictureUrl(picture.src, 360, 'avif') : undefined

/**
 * Takes a store along, or brings one that was taken up to date: rows that the device has, and that have not changed,
 * are not fetched again. One tab does it at a time; a store that was cut off begins where it stopped.
 */
export async function takePack(
  device: Needs,
  session: Session,
  { id, name, pictures }: { id: number; name: string; pictures: boolean },
): Promise<CallOutcome<{ full: boolean }>> {
  const db = await device.catalogue()
  const asked = await device.exchange('catalogue.pack', { id }, session)
  if (asked.kind !== 'accepted') {
    await db.packs.where('id').equals(id).modify({ state: 'waiting' })
    return failed(asked)
  }
  const { ids, bytes } = asked.data
  const others = (await db.packs.toArray()).filter((pack) => pack.id !== id)
  const room = others.reduce((left, pack) => left - pack.bytes, PACK_BYTES_MAX)
  if (others.length >= PACKS_MAX || bytes > room) return { kind: 'accepted', data: { full: true } }
  await db.packs.put({ id, name, ids, bytes, pictures, done: 0, state: 'taking', at: device.env.now() })
  // Goes on by itself. Another tab that is at it sees the row.
  void Promise.resolve(
    device.env.locks.request('caravan-pack', { ifAvailable: true }, async (lock) => {
      if (lock) await takeAll(device, session, db)
    }),
  ).catch((error: unknown) => {
    if (!isClosed(error)) device.env.report(error)
  })
  return { kind: 'accepted', data: { full: false } }
}

/** Takes all stores that are under way, one after the other. */
async function takeAll(device: Needs, session: Session, db: CatalogueDb): Promise<void> {
  // Without a cursor nobody knows which rows are still as the server has them, and all would be fetched again.
  await device.begun()
  for (;;) {
    const next = (await db.packs.toArray()).find(({ state }) => state === 'taking')
    if (!next) return
    const end = await takeOne(device, session, db, next)
    // A store that was paused or removed meanwhile stays so.
    await db.packs
      .where('id')
      .equals(next.id)
      .and(({ state }) => state === 'taking')
      .modify({ state: end, at: device.env.now() })
  }
}

async function takeOne(device: Needs, session: Session, db: CatalogueDb, pack: PackRow): Promise<'whole' | 'waiting'> {
  const { env } = device
  const way = {
    env,
    ask: ((call, params) => device.exchange(call, params, session)) as Parameters<typeof fetchRows>[1]['ask'],
    // The follower keeps the rows up to date by itself.
    follow: async () => ({ kind: 'fresh' as const }),
  }
  try {
    for (const ids of chunksOf(pack.ids, PART)) {
      if ((await db.packs.get(pack.id))?.state !== 'taking') return 'whole'
      const outcome = await fetchRows(db, way, 'catalogue.details', { ids })
      if (outcome.kind !== 'fresh') return 'waiting'
      if (pack.pictures) {
        const products = await db.products.bulkGet(ids)
        const paths = products.flatMap((product) => pictureOf(product?.picture ?? null) ?? [])
        if (!(await keepAll(env, paths))) return 'waiting'
      }
      await db.packs
        .where('id')
        .equals(pack.id)
        .modify((row) => {
          row.done = Math.min(row.ids.length, row.done + ids.length)
        })
    }
  } catch (error) {
    if (isQuota(error)) return 'waiting'
    throw error
  }
  return 'whole'
}

/** Keeps files, a few at a time; false when the network is gone. Files that the server does not have are passed by. */
async function keepAll(env: Needs['env'], paths: readonly string[]): Promise<boolean> {
  for (const some of chunksOf(paths, 4)) {
    const kept = await Promise.all(some.map((path) => env.keepFile(PACK_CACHE, path)))
    if (kept.includes(undefined)) return false
  }
  return true
}

/** Removes a store: its pictures go, its rows are the catalogue's like all others. */
export async function removePack(device: Pick<Needs, 'env' | 'catalogue'>, id: number): Promise<void> {
  const db = await device.catalogue()
  const pack = await db.packs.get(id)
  await db.packs.delete(id)
  if (!pack) return
  const left = new Set((await db.packs.toArray()).flatMap(({ ids }) => ids))
  const products = await db.products.bulkGet(pack.ids.filter((one) => !left.has(one)))
  const paths = products.flatMap((product) => pictureOf(product?.picture ?? null) ?? [])
  await device.env.dropFiles(PACK_CACHE, paths)
  if (left.size === 0) await device.env.dropCache(PACK_CACHE)
}
