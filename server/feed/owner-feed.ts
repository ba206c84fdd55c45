import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Change } from '#contract/sync/schema-changes.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { keysOf } from '../keys/keys-of.ts'
import type { MarketKeys } from '../keys/market-keys.ts'
import { raiseTouched } from './catalogue-feed.ts'
import { catalogueRose, feedOwed, feedRose, heardPersons } from './listeners.ts'
import { positionOf } from './position.ts'
import { retried } from '../db/retry.ts'

/** The cursor of somebody who has everything up to this rev of a feed. */
export const cursorAt = (rev: number): string => String(rev)

/** Tells who listens here what another process said on FEED_CHANNEL. */
export function heardFeed(db: Db, payload: string): void {
  const [userId = '', position] = payload.split(' ')
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

/** The transaction on an owner's rows, as its work sees it. */
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
  /** The same of a store whose own row it changed. */
  touchStore(storeId: number): void
  /** The keys that the market seals and signs with. */
  keys: MarketKeys
  /** The same transaction on a person's things, for a store's; each person once. */
  within(userId: string): Promise<OwnerCall>
  /** Nothing is to be changed: the transaction is rolled back once its work is done, and no feed rises. */
  abandon(): void
}

/** Rolls a transaction back, and takes its result out of it. */
class Abandoned extends Error {
  override name = 'Abandoned'
  readonly result: unknown
  constructor(result: unknown) {
    super('abandoned')
    this.result = result
  }
}

/**
 * The only way to change what an owner has: a person, or a store. Raises the owner's feed counter first: its row lock
 * is held until the commit, so that commit order is rev order and no pull can miss a row; every row written carries
 * `rev`.
 *
 * Locks are taken in one order: a store's feed, persons' feeds (`within`), products, and last, at the very end, the
 * catalogue's feed. So a person's transaction never takes a store's feed: what it changes of a store's rows is owed to
 * that feed, and gets its rev after the commit, in a transaction of the store's own (sync/owed.ts). Serialization
 * failures and deadlocks (of two stores that act for the same persons) are retried here and never shown.
 */
export const ownerTransaction = <T>(db: Db, uid: string, work: (call: OwnerCall) => Promise<T>): Promise<T> =>
  oneByOne(db, uid, () => transact(db, uid, work))

/** The last transaction that each owner has under way in this process, by database. */
const underWay = new WeakMap<Db, Map<string, Promise<unknown>>>()

/**
 * Lets one owner's transactions follow each other. Their feed's lock does so anyway; but each that waited for
 * it inside the database would hold a connection meanwhile, and one person's flood would have them all.
 */
function oneByOne<T>(db: Db, uid: string, run: () => Promise<T>): Promise<T> {
  const last = underWay.get(db) ?? new Map<string, Promise<unknown>>()
  underWay.set(db, last)
  const before = last.get(uid)
  const mine = before ? before.then(run, run) : run()
  last.set(uid, mine)
  const over = (): void => {
    if (last.get(uid) === mine) last.delete(uid)
  }
  mine.then(over, over)
  return mine
}

/** Raises an owner's feed within a transaction, which holds it until the commit. */
export async function raiseFeed(tx: Tx, uid: string): Promise<Pick<OwnerCall, 'rev' | 'position'>> {
  // The word of it is delivered at the commit, on PostgreSQL to every process that listens.
  const stamp = randomInt(STAMPS)
  const {
    rows: [risen],
  } = await sql<{ rev: number }>`
    with risen as (
      insert into feeds (user_id, rev, stamp) values (${uid}::uuid, 1, ${stamp}::bigint)
      on conflict (user_id) do update set rev = feeds.rev + 1, stamp = excluded.stamp returning rev
    ), stamped as (insert into feed_stamps (user_id, rev, stamp) select ${uid}::uuid, rev, ${stamp}::bigint
      from risen)
    select rev, pg_notify(${FEED_CHANNEL}, ${uid}::text || ' ' || rev || '.' || ${stamp}::text)
      from risen`.execute(tx)
  const { rev } = risen!
  return { rev, position: positionOf(rev, stamp) }
}

/** Whose rows a transaction has changed without the rev of their feed (migration 0026: `owes`). */
async function owedIn(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ owed: string | null }>`select current_setting('caravan.owed', true) as owed`.execute(tx)
  return [...new Set((rows[0]?.owed ?? '').split(' ').filter((uid) => uid !== ''))]
}

async function transact<T>(db: Db, uid: string, work: (call: OwnerCall) => Promise<T>): Promise<T> {
  let touched = { products: new Set<number>(), stores: new Set<number>() }
  let risen = new Map<string, string>()
  let owed: string[] = []
  let catalogueRev: number | undefined
  let abandoned = false
  const transaction = (): Promise<T> =>
    db.transaction().execute(async (tx) => {
      abandoned = false
      touched = { products: new Set(), stores: new Set() }
      risen = new Map()
      const callOf = async (owner: string): Promise<OwnerCall> => {
        const { rev, position } = await raiseFeed(tx, owner)
        risen.set(owner, position)
        return {
          tx,
          rev,
          position,
          also: [],
          keys: keysOf(db),
          touch: (ids) => {
            for (const id of ids) touched.products.add(id)
          },
          touchStore: (id) => void touched.stores.add(id),
          within: (userId) => (persons[userId] ??= callOf(userId)),
          abandon: () => {
            abandoned = true
          },
        }
      }
      const persons: Record<string, Promise<OwnerCall>> = {}
      const done = await work(await callOf(uid))
      if (abandoned) throw new Abandoned(done)
      owed = await owedIn(tx)
      catalogueRev = touched.products.size + touched.stores.size > 0 ? await raiseTouched(tx, touched) : undefined
      return done
    })
  const result = await retried(transaction).catch((error: unknown) => {
    if (!(error instanceof Abandoned)) throw error
    risen = new Map()
    return error.result as T
  })
  for (const [owner, position] of risen) feedRose(db, owner, position)
  if (catalogueRev !== undefined) catalogueRose(db, catalogueRev)
  for (const owner of owed) feedOwed(db, owner)
  return result
}
