import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestMarket, type TestMarket } from '../../tests/support/market/market.ts'
import { startPostgres, type TestPostgres } from '../../tests/support/servers/postgres.ts'
import { openDatabase, type OpenDatabase } from '../db/open.ts'
import { catalogueTransaction } from './catalogue-feed.ts'
import { onCatalogueChange, onFeed } from './listeners.ts'
import { ownerTransaction } from './owner-feed.ts'

let postgres: TestPostgres
let market: TestMarket
// Another process of the same market, which changes things.
let beside: OpenDatabase
beforeAll(async () => {
  postgres = await startPostgres()
  const databaseUrl = await postgres.freshDatabase()
  market = await openTestMarket({ databaseUrl, report: () => undefined })
  beside = await openDatabase({ databaseUrl })
})
afterAll(async () => {
  await beside.close()
  await market.close()
  await postgres.stop()
})

const listening = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and application_name = 'caravan listen'`.execute(beside.db)
  return rows[0]!.n
}

it('what other processes said while a LISTEN connection was broken is read after it', async () => {
  const { uid } = await market.person()
  const elsewhere = randomUUID()
  const heard: string[] = []
  onFeed(market.db, uid, (position) => heard.push(`feed ${position}`))
  onFeed(market.db, elsewhere, (position) => heard.push(`other ${position}`))
  onCatalogueChange(market.db, () => heard.push('catalogue'))
  await ownerTransaction(beside.db, uid, async () => undefined)
  await vi.waitUntil(() => heard.length === 1)
  expect(await listening()).toBe(2)

  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'caravan listen'`.execute(beside.db)
  await vi.waitUntil(async () => (await listening()) === 0, { interval: 5 })
  heard.length = 0
  const rise = await ownerTransaction(beside.db, uid, async ({ position }) => position)
  await catalogueTransaction(beside.db, async () => undefined)
  // Nobody hears it, because the connections are made again after two seconds.
  expect(heard).toEqual([])
  await vi.waitUntil(() => heard.length >= 2, { timeout: 90_000 })
  expect(heard.sort()).toEqual(['catalogue', `feed ${rise}`])
})
