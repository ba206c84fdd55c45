import { sql } from 'kysely'
import type { Db, Tx } from '../db/tables/tables.ts'

// A position in a person's feed is "rev.stamp": its rev when somebody looked, and the random stamp of the rise that
// gave it. A server restored from an older backup counts the same revs again, with other stamps. Timelines part only
// once: where a device's last position is this database's own, so is everything that the device has seen before it.
//
//   lost      … 20.a ─ 21.b ─ 22.c          a device at 22.c
//   restored  … 20.a ─ 21.x ─ 22.y ─ 23.z   22 has the stamp y here: what the device has seen since 20 is gone

/** How long stamps and tombstones are kept (days). A device that was away for longer pulls everything. */
export const POSITION_DAYS = 180

/** How a feed stands, and whether a device's last position belongs to it. */
export interface FeedStanding {
  /** The feed's rev; 0 before the first rise. */
  head: number
  /** Tombstones up to this rev have been deleted. */
  floor: number
  /** The feed's own position; undefined before the first rise. */
  position: string | undefined
  /** `lost`: this database never was there. `unknown`: its stamp is no longer kept. */
  device: 'same' | 'lost' | 'unknown'
}

export const positionOf = (rev: number, stamp: number): string => `${rev}.${stamp}`

/** Compares a device's last position with a person's feed. A device that names none is believed. */
export async function feedStanding(db: Db | Tx, userId: string, position: string | undefined): Promise<FeedStanding> {
  const [rev = 0, stamp = 0] = position?.split('.').map(Number) ?? []
  const {
    rows: [feed],
  } = await sql<{ rev: number; floor: number; stamp: number; then: number | null }>`
    select f.rev, f.floor, f.stamp, s.stamp as then from feeds f
    left join feed_stamps s on s.user_id = f.user_id and s.rev = ${rev}::bigint
    where f.user_id = ${userId}::uuid`.execute(db)
  const head = feed?.rev ?? 0
  const then = feed && rev === head ? feed.stamp : feed?.then
  return {
    head,
    floor: feed?.floor ?? 0,
    position: feed && positionOf(head, feed.stamp),
    device:
      position === undefined || then === stamp ? 'same' : rev <= head && typeof then !== 'number' ? 'unknown' : 'lost',
  }
}

/**
 * Deletes the catalogue's stamps past their time: a device that was away for longer asks for all its rows again.
 * Returns how many went. A person's stamps go with their tombstones (sync/retention.ts).
 */
export async function purgeCatalogueStamps(db: Db, now: number): Promise<number> {
  const gone = await db
    .deleteFrom('catalogue_stamps')
    .where('at', '<', new Date(now - POSITION_DAYS * 86_400_000))
    .where('rev', '<', (eb) => eb.selectFrom('catalogue_feed').select('rev'))
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}
