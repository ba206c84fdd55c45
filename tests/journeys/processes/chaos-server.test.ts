import { afterAll, beforeAll, expect, it } from 'vitest'
import { chaosServer } from '../../support/chaos/server.ts'
import { startPostgres, type TestPostgres } from '../../support/servers/postgres.ts'

// A sample of `npm run chaos:server`.

let postgres: TestPostgres | undefined
beforeAll(async () => {
  if (process.env['MARKET_DB'] === 'postgres') postgres = await startPostgres({ durable: true })
})
afterAll(() => postgres?.stop())

it(`a server killed three times in mid-write loses nothing it acknowledged and does nothing twice (${process.env['MARKET_DB'] ?? 'pglite'})`, async () => {
  const report = await chaosServer({ kills: 3, databaseUrl: await postgres?.freshDatabase() })
  expect(report.faults).toEqual([])
  expect(report.orders).toBeGreaterThan(0)
  expect(report.payments).toBeGreaterThan(0)
})
