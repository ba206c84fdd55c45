import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, type OpenDatabase } from '#server/db/open.ts'
import { startPostgres, type TestPostgres } from '../../support/servers/postgres.ts'
import { until } from '../../support/device/world.ts'

// PostgreSQL ends a connection that a transaction holds between two of its statements, as a restart does.

const onPostgres = process.env['MARKET_DB'] === 'postgres'

let postgres: TestPostgres
let open: OpenDatabase
beforeAll(async () => {
  if (!onPostgres) return
  postgres = await startPostgres()
  open = await openDatabase({ databaseUrl: await postgres.freshDatabase(), report: () => undefined })
})
afterAll(async () => {
  await open?.close()
  await postgres?.stop()
})

it.runIf(onPostgres)('fails the transaction that held it, and nothing else', async () => {
  const { db } = open
  const counted = async (pid: number): Promise<number> =>
    (await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity where pid = ${pid}`.execute(db)).rows[0]!
      .n
  const transaction = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    const { pid } = rows[0]!
    await sql`select pg_terminate_backend(${pid})`.execute(db)
    await until('the connection has ended', async () => (await counted(pid)) === 0)
    await sql`select 1`.execute(tx)
  })
  await expect(transaction).rejects.toThrow()
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
})
