import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Change } from '#contract/schema/changes.ts'
import type { Db, Tx } from '../db/tables.ts'
import { keysOf } from '../keys/keys-of.ts'
import type { MarketKeys } from '../keys/market-keys.ts'
import { raiseProducts } from './catalogue-feed.ts'
import { catalogueRose, feedRose, heardPersons } from './listeners.ts'
import { positionOf } from './position.ts'
import { retried } from './retry.ts'

/** The cursor of somebody who has everything up to this rev of a feed. */
export const cursorAt = (rev: number): string => String(rev)

/** Tells who listens here what another process said on FEED_CHANNEL. */
export function heardFeed(db: Db, said: string): void {
  const [userId = '', position] = said.split(' ')
  feedRose(db, userId, position)
}

/** Tells who listens here where the feeds stand: what other processes said may have been missed. */
export async function rereadFeeds(db: Db): Promise<void> {
  const persons = heardPersons(db)
  if (persons.length === 0) return
  const feeds = await db
    .selectFrom('feeds')
    .select(['user_id', 'rev', 'stamp'])
    .where('user_id', 'in', persons)
    .execute()
  for (const { user_id, rev, stamp } of feeds) feedRose(db, user_id, positionOf(rev, stamp))
}

/** The channel on which processes of one PostgreSQL tell each other whose feed rose, and to which position. */
export const FEED_CHANNEL = 'caravan_feed'

/** Stamps are whole numbers below this. */
const STAMPS = 1e12

/** What a transaction on a person's things is given. */
export interface OwnerCall {
  tx: Tx
  /** The owner's feed rev that every row it writes must carry. */
  rev: number
  /** Where the feed stands with that rev (feed/position.ts). */
  position: string
  /**
   * Rows that it wrote beside those it answers with: what the person is told of it. An answer to a device carries them,
   * too.
   */
  also: Change[]
  /**
   * Names products whose stock or sales it changed: the catalogue's feed rises with the same commit, and they carry its
   * rev.
   */
  touch(productIds: Iterable<number>): void
  /** What the market seals and signs with. */
  keys: MarketKeys
}

/**
 * The only way to change what a person owns. Raises the owner's feed counter first: its row lock is held
 * until the commit, so that commit order is rev order and no pull can miss a row; every row written
 * carries `rev`. Locks are taken in one order: owner's feed, products, and last, at the very end, the
 * catalogue's feed. Serialization failures and deadlocks are retried here and never shown.
 */
export const ownerTransaction = <T>(db: Db, userId: string, work: (call: OwnerCall) => Promise<T>): Promise<T> =>
  oneByOne(db, userId, () => transact(db, userId, work))

/** What each person has under way in this process, by database; the last of it. */
const underWay = new WeakMap<Db, Map<string, Promise<unknown>>>()

/**
 * Lets one person's transactions follow each other. Their feed's lock does so anyway; but each that waited for
 * it inside the database would hold a connection meanwhile, and one person's flood would have them all.
 */
function oneByOne<T>(db: Db, userId: string, run: () => Promise<T>): Promise<T> {
  const last = underWay.get(db) ?? new Map<string, Promise<unknown>>()
  underWay.set(db, last)
  const before = last.get(userId)
  const mine = before ? before.then(run, run) : run()
  last.set(userId, mine)
  const over = (): void => {
    if (last.get(userId) === mine) last.delete(userId)
  }
  mine.then(over, over)
  return mine
}

async function transact<T>(db: Db, userId: string, work: (call: OwnerCall) => Promise<T>): Promise<T> {
  let touched = new Set<number>()
  let catalogueRev: number | undefined
  let position = ''
  const result = await retried(() =>
    db.transaction().execute(async (tx) => {
      touched = new Set()
      // The word of it is delivered at the commit, on PostgreSQL to every process that listens.
      const stamp = randomInt(STAMPS)
      const {
        rows: [risen],
      } = await sql<{ rev: number }>`
      with risen as (
        insert into feeds (user_id, rev, stamp) values (${userId}::uuid, 1, ${stamp}::bigint)
        on conflict (user_id) do update set rev = feeds.rev + 1, stamp = excluded.stamp returning rev
      ), stamped as (insert into feed_stamps (user_id, rev, stamp) select ${userId}::uuid, rev, ${stamp}::bigint
        from risen)
      select rev, pg_notify(${FEED_CHANNEL}, ${userId}::text || ' ' || rev || '.' || ${stamp}::text)
        from risen`.execute(tx)
      const { rev } = risen!
      position = positionOf(rev, stamp)
      const done = await work({
        tx,
        rev,
        position,
        also: [],
        keys: keysOf(db),
        touch: (ids) => {
          for (const id of ids) touched.add(id)
        },
      })
      catalogueRev = touched.size > 0 ? await raiseProducts(tx, touched) : undefined
      return done
    }),
  )
  feedRose(db, userId, position)
  if (catalogueRev !== undefined) catalogueRose(db, catalogueRev)
  return result
}
