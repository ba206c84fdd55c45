import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import type { Run } from '#server/db/migrate.ts'
import { openThreaded } from '#server/db/pglite/threaded.ts'
import { thawDevice, type FrozenDevice } from './device.ts'
import type { Cast } from './life.ts'
import { thawMarket, type FrozenMarket } from './market.ts'
import { startPostgres } from '../servers/postgres.ts'
import { newDevice, type TestDevice } from '../device/world.ts'

/** The data that `npm run freeze` kept of a version. */
export interface Frozen {
  device: FrozenDevice
  market: FrozenMarket
  cast: Cast
}

/** Reads the data that was frozen under a name. */
export function readFrozen(name: string): Frozen {
  const read = (file: string): unknown =>
    JSON.parse(
      readFileSync(fileURLToPath(new URL(`../../fixtures/frozen/${name}/${file}.json`, import.meta.url)), 'utf8'),
    )
  return { device: read('device') as FrozenDevice, market: read('market') as FrozenMarket, cast: read('cast') as Cast }
}

/**
 * A market's database of that time, thawed but not yet opened by this version: PGlite in a folder, or with
 * MARKET_DB=postgres on a PostgreSQL of its own.
 */
export interface Thawed {
  options: { dataDir: string } | { databaseUrl: string }
  /** The environment variables with which a separate server process opens it. */
  env: Record<string, string>
  /** One session of it, while no market has it open. */
  session<T>(work: (run: Run) => Promise<T>): Promise<T>
  end(): Promise<void>
}

/** Thaws a market. */
export async function thaw(market: FrozenMarket): Promise<Thawed> {
  const thawed = process.env['MARKET_DB'] === 'postgres' ? await onPostgres() : await inFolder()
  await thawed.session((run) => thawMarket(run, market))
  return thawed
}

async function onPostgres(): Promise<Thawed> {
  const postgres = await startPostgres()
  const url = await postgres.freshDatabase()
  return {
    options: { databaseUrl: url },
    env: { DATABASE_URL: url },
    end: postgres.stop,
    session: async (work) => {
      const client = new Client({ connectionString: url })
      await client.connect()
      try {
        return await work((sql, parameters) => client.query(sql, [...parameters]))
      } finally {
        await client.end()
      }
    },
  }
}

async function inFolder(): Promise<Thawed> {
  const dataDir = await mkdtemp(join(tmpdir(), 'caravan-thawed-'))
  return {
    options: { dataDir },
    env: { DATA_DIR: dataDir },
    end: () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }),
    session: async (work) => {
      const engine = await openThreaded(join(dataDir, 'pglite'), () => undefined)
      try {
        return await work(engine.run)
      } finally {
        await engine.close()
      }
    },
  }
}

/** A frozen phone, its clock at the moment at which it was frozen, in the tunnel still. */
export async function thawedPhone(phone: FrozenDevice, market: Parameters<typeof newDevice>[0]): Promise<TestDevice> {
  const device = newDevice(market)
  await thawDevice(device.idb.indexedDB, phone)
  device.clock.offset = phone.at - Date.now()
  device.network.faults.offline = true
  return device
}
