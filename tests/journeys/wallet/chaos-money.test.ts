import { afterAll, beforeAll, expect, it } from 'vitest'
import { chaosMoney } from '../../support/chaos/money.ts'
import { startPostgres, type TestPostgres } from '../../support/servers/postgres.ts'

// A sample of `npm run chaos:money`.

let postgres: TestPostgres | undefined
beforeAll(async () => {
  if (process.env['MARKET_DB'] === 'postgres') postgres = await startPostgres({ durable: true })
})
afterAll(() => postgres?.stop())

it(`book and chain agree once API, signer and watcher were killed (${process.env['MARKET_DB'] ?? 'pglite'})`, async () => {
  const report = await chaosMoney({ kills: 2, holders: 6, databaseUrl: await postgres?.freshDatabase() })
  expect(report.faults).toEqual([])
  expect(report.sent).toBeGreaterThan(0)
  expect(report.done).toBeGreaterThan(0)
  expect(Object.keys(report.kills)).toEqual(['API', 'signer', ...(postgres ? ['watcher'] : [])])
})
