import { startPostgresForRun } from '../support/servers/postgres.ts'

// Vitest's global setup of the journeys: with MARKET_DB=postgres, one server for all files.

let stop: (() => Promise<void>) | undefined

export async function setup(): Promise<void> {
  if (process.env['MARKET_DB'] === 'postgres') stop = await startPostgresForRun()
}
export async function teardown(): Promise<void> {
  await stop?.()
}
