import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startPostgres, type TestPostgres } from '../../tests/support/servers/postgres.ts'
import { openDatabase, type OpenDatabase } from '../db/open.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { catalogueChanges } from '../catalogue/changes.ts'
import { pullFeed } from '../sync/pull.ts'
import { catalogueTransaction } from './catalogue-feed.ts'
import { FEED_CHANNEL, ownerTransaction } from './owner-feed.ts'

// Only a real PostgreSQL can show this: PGlite has one session, so no two transactions are ever open at once.

let postgres: TestPostgres
let url: string
let open: OpenDatabase
// Another process of the same market: within one, a person's transactions follow each other anyway.
let beside: OpenDatabase
let userId: string
const stores: number[] = []
beforeAll(async () => {
  postgres = await startPostgres()
  url = await postgres.freshDatabase()
  open = await openDatabase({ databaseUrl: url })
  beside = await openDatabase({ databaseUrl: url })
  for (const slug of ['a', 'b'])
    stores.push(
      (
        await open.db
          .insertInto('stores')
          .values({ slug, name: slug, currency: 'USD', logo: null })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
    )
})
afterAll(async () => {
  await beside.close()
  await open.close()
  await postgres.stop()
})
beforeEach(async () => {
  userId = randomUUID()
  await open.db
    .insertInto('users')
    .values({ id: userId, email: `${userId}@example.test`, username: 'x', password_hash: 'x' })
    .execute()
})

type Owner = (db: Db, userId: string, work: (call: { tx: Tx; rev: number }) => Promise<void>) => Promise<void>
const follow =
  (store: number) =>
  async ({ tx, rev }: { tx: Tx; rev: number }): Promise<void> => {
    await tx.insertInto('follows').values({ user_id: userId, store_id: store, is_on: true, rev }).execute()
  }
/** Whether somebody waits for a lock of this database. */
const someoneWaits = async (): Promise<boolean> => {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    open.db,
  )
  return rows[0]!.n > 0
}

/**
 * Two transactions of one owner: the first to begin is the last to commit, if it can be; a device pulls in between.
 * Returns what the device then has.
 */
async function slowFirst(owner: Owner): Promise<number[]> {
  let finish = (): void => undefined
  const begun = Promise.withResolvers<void>()
  const slow = owner(open.db, userId, async (call) => {
    await follow(stores[0]!)(call)
    begun.resolve()
    await new Promise<void>((done) => {
      finish = done
    })
  })
  await begun.promise
  let quickDone = false
  const quick = owner(beside.db, userId, follow(stores[1]!)).then(() => {
    quickDone = true
  })
  await vi.waitUntil(async () => quickDone || (await someoneWaits()))
  const between = await pullFeed(open.db, userId, 0, undefined)
  finish()
  await Promise.all([slow, quick])
  const after = await pullFeed(open.db, userId, Number(between.cursor), undefined)
  return [...between.changes, ...after.changes].map((c) => Number(c.key)).sort((a, b) => a - b)
}

describe('two transactions of one owner that would commit in the other order', () => {
  it('reach every pull', async () => {
    expect(await slowFirst(ownerTransaction)).toEqual(stores)
  })

  it('would be missed if revs were numbers taken early (planted)', async () => {
    await sql`create sequence if not exists early`.execute(open.db)
    const planted: Owner = (db, owner, work) =>
      db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ rev: number }>`select nextval('early') as rev`.execute(tx)
        await work({ tx, rev: rows[0]!.rev })
        await sql`insert into feeds (user_id, rev) values (${owner}, ${rows[0]!.rev}) on conflict (user_id) do update set rev = greatest(feeds.rev, excluded.rev)`.execute(
          tx,
        )
      })
    expect(await slowFirst(planted)).toEqual([stores[1]])
  })
})

type Catalogue = (db: Db, change: (call: { tx: Tx; rev: number }) => Promise<unknown>) => Promise<unknown>
/**
 * Two changes of the catalogue: the first to begin is the last to commit, if it can be; a device follows in between.
 * Returns which stores it was told of.
 */
async function slowCatalogue(catalogue: Catalogue): Promise<number[]> {
  const changes = async (cursor?: string) => {
    const answer = await catalogueChanges(
      { db: open.db, user: null, tokenHash: null, device: '', language: 'en', from: 'test', now: () => 0 },
      cursor === undefined ? {} : { cursor },
    )
    if (answer.kind !== 'accepted') throw new Error(answer.kind)
    return answer.data
  }
  const touch =
    (store: number) =>
    ({ tx, rev }: { tx: Tx; rev: number }) =>
      sql`update stores set created_at = now(), rev = ${rev} where id = ${store}`.execute(tx)
  const start = await changes()
  let finish = (): void => undefined
  const begun = Promise.withResolvers<void>()
  const slow = catalogue(open.db, async (call) => {
    await touch(stores[0]!)(call)
    begun.resolve()
    await new Promise<void>((done) => {
      finish = done
    })
  })
  await begun.promise
  let quickDone = false
  const quick = catalogue(open.db, touch(stores[1]!)).then(() => {
    quickDone = true
  })
  await vi.waitUntil(async () => quickDone || (await someoneWaits()))
  const between = await changes(start.cursor)
  finish()
  await Promise.all([slow, quick])
  const after = await changes(between.cursor)
  expect(between.reset || after.reset).toBe(false)
  return [...between.storeIds, ...after.storeIds].sort((a, b) => a - b)
}

describe('two changes of the catalogue that would commit in the other order', () => {
  it('reach every device that follows it', async () => {
    expect(await slowCatalogue(catalogueTransaction)).toEqual(stores)
  })

  it('would be missed if revs were numbers taken early (planted)', async () => {
    await sql`create sequence if not exists early_catalogue start 1000`.execute(open.db)
    const planted: Catalogue = (db, change) =>
      db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ rev: number }>`select nextval('early_catalogue') as rev`.execute(tx)
        await change({ tx, rev: rows[0]!.rev })
        await sql`update catalogue_feed set rev = greatest(rev, ${rows[0]!.rev})`.execute(tx)
      })
    expect(await slowCatalogue(planted)).toEqual([stores[1]])
  })
})

describe('a feed that rises', () => {
  it('is heard by another process of the same market', async () => {
    const heard: string[] = []
    const hasHeard = (): boolean => heard.some((payload) => payload.split(' ')[0] === userId)
    const stop = await open.listen(FEED_CHANNEL, (payload) => {
      heard.push(payload)
    })
    await ownerTransaction(open.db, userId, follow(stores[0]!))
    await vi.waitUntil(() => hasHeard())
    // A connection that the server cuts is made again.
    const admin = new Client({ connectionString: url })
    await admin.connect()
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'caravan listen'",
    )
    await admin.end()
    heard.length = 0
    await vi.waitUntil(
      async () => {
        await ownerTransaction(open.db, userId, async () => undefined)
        return hasHeard()
      },
      { timeout: 90_000, interval: 200 },
    )
    await stop()
  })
})

describe("a deadlock between two owners' transactions", () => {
  it('is retried and never shown', async () => {
    const other = randomUUID()
    await open.db
      .insertInto('users')
      .values({ id: other, email: `${other}@example.test`, username: 'y', password_hash: 'x' })
      .execute()
    const lock = (tx: Tx, store: number) => sql`select 1 from stores where id = ${store} for update`.execute(tx)
    const both = Promise.withResolvers<void>()
    let arrived = 0
    const cross = (owner: string, first: number, second: number): Promise<void> =>
      ownerTransaction(open.db, owner, async ({ tx }) => {
        await lock(tx, first)
        if (++arrived === 2) both.resolve()
        if (arrived <= 2) await both.promise
        await lock(tx, second)
      })
    await expect(
      Promise.all([cross(userId, stores[0]!, stores[1]!), cross(other, stores[1]!, stores[0]!)]),
    ).resolves.toBeDefined()
    expect(arrived).toBeGreaterThan(2)
  })
})
