import type { Db } from '../db/tables/tables.ts'

/** Hears the position (feed/position.ts) that a feed rose to; a process of an older version does not say it. */
export type FeedListener = (position?: string) => void

/** The listeners in this process to the changes of one opened database. */
interface Listeners {
  feeds: Map<string, Set<FeedListener>>
  catalogue: Set<() => void>
  owed: Set<(uid: string) => void>
  /** How often the catalogue has risen since the database was opened. */
  rises: number
  /** The highest rev of the catalogue that was told here. */
  catalogueRev: number
}

// By database, because a market has one of its own: two markets in one process do not hear each other.
const byDatabase = new WeakMap<Db, Listeners>()

function listenersOf(db: Db): Listeners {
  const known = byDatabase.get(db)
  if (known) return known
  const made: Listeners = { feeds: new Map(), catalogue: new Set(), owed: new Set(), rises: 0, catalogueRev: -1 }
  byDatabase.set(db, made)
  return made
}

/** Runs after a person's feed rose, here or in another process of the same market; returns the way to stop it. */
export function onFeed(db: Db, userId: string, listener: FeedListener): () => void {
  const { feeds } = listenersOf(db)
  const theirs = feeds.get(userId) ?? new Set()
  feeds.set(userId, theirs.add(listener))
  return () => {
    theirs.delete(listener)
    if (theirs.size === 0 && feeds.get(userId) === theirs) feeds.delete(userId)
  }
}

/** The persons whose feeds somebody listens to here. */
export const heardPersons = (db: Db): string[] => [...listenersOf(db).feeds.keys()]

/** Tells who listens here that a person's feed rose: after a commit, or when another process says so. */
export function feedRose(db: Db, userId: string, position?: string): void {
  for (const listener of [...(listenersOf(db).feeds.get(userId) ?? [])]) listener(position)
}

/** Runs after a commit that changed rows of an owner whose feed it did not raise; returns the way to stop it. */
export function onOwed(db: Db, listener: (uid: string) => void): () => void {
  const { owed } = listenersOf(db)
  owed.add(listener)
  return () => {
    owed.delete(listener)
  }
}

/** Tells who settles it that something is owed to an owner's feed (sync/owed.ts). */
export function feedOwed(db: Db, uid: string): void {
  for (const listener of listenersOf(db).owed) listener(uid)
}

/**
 * Runs after every committed catalogue change, here or in another process of the same market; returns the way to stop
 * it.
 */
export function onCatalogueChange(db: Db, listener: () => void): () => void {
  const { catalogue } = listenersOf(db)
  catalogue.add(listener)
  return () => {
    catalogue.delete(listener)
  }
}

/**
 * Tells who listens here that the catalogue changed: after a commit, when PostgreSQL says so (of this process's own
 * commits, too), or when a read finds it. A rev is told once, and none after a later one: commit order is rev order.
 * Without a rev (said by a process of an older version) it is always told.
 */
export function catalogueRose(db: Db, rev?: number): void {
  const listeners = listenersOf(db)
  if (rev !== undefined && rev <= listeners.catalogueRev) return
  listeners.catalogueRev = rev ?? listeners.catalogueRev
  listeners.rises++
  for (const listener of listeners.catalogue) listener()
}

/** How often the catalogue is known to have changed: what was read at another count may be out of date. */
export const catalogueRises = (db: Db): number => listenersOf(db).rises
