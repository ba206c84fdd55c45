import { existsSync } from 'node:fs'
import { chmod, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { FairTurns } from './fair-turns/fair-turns.ts'
import { expectRestored } from './folder/half-restored.ts'
import { lockFolder } from './folder/lock.ts'
import { keepPrivate } from './folder/private.ts'
import { migrate, readMigrations } from './migrate.ts'
import { engineDialect } from './pglite/dialect.ts'
import type { Engine } from './pglite/engine.ts'
import { keepInShape } from './pglite/maintenance.ts'
import { openInMemory } from './pglite/memory.ts'
import { openThreaded } from './pglite/threaded.ts'
import { openPool, poolDialect, POOL_MAX } from './postgres.ts'
import type { Database, Db } from './tables/tables.ts'
import { listenTo, type Listen } from './listen.ts'
import { countWaiting } from './fair-turns/waiting.ts'

/** Sessions of a PostgreSQL that one caller has at once. */
const CALLER_MAX = 4

/** An open market database with its schema up to date. */
export interface OpenDatabase {
  db: Db
  kind: 'pglite' | 'postgres'
  /** Hears what the processes of one PostgreSQL tell each other. Alone on PGlite there is nobody to hear. */
  listen: Listen
  close(): Promise<void>
}

export interface DatabaseOptions {
  /**
   * Where PGlite keeps its files; without it and without a URL the database lives in memory. Only this process's user
   * may enter it from then on.
   */
  dataDir?: string | undefined
  /** A PostgreSQL to use instead. */
  databaseUrl?: string | undefined
  /** Hears of what breaks without anybody asking. */
  report?: (error: unknown) => void
  /** Hears that PGlite's thread ended by itself: nothing can be read or written any more. */
  died?: (error: Error) => void
}

// The message alone: a connection's error carries the connection with it.
const log = (error: unknown): void => {
  console.error(`Database: ${error instanceof Error ? error.message : String(error)}`)
}

/** Opens the market's database: PostgreSQL by its URL, PGlite in a folder, or PGlite in memory. */
export async function openDatabase({
  dataDir,
  databaseUrl,
  report = log,
  died = log,
}: DatabaseOptions = {}): Promise<OpenDatabase> {
  if (dataDir !== undefined) {
    await keepPrivate(dataDir, report)
    expectRestored(dataDir)
  }
  if (databaseUrl !== undefined) return openPostgres(databaseUrl, report)
  return dataDir === undefined ? openMemory() : openFolder(dataDir, report, died)
}

/** The database of an engine, whose only session goes from one to the next. */
function overEngine(engine: Engine): Db {
  const turns = new FairTurns()
  const db = new Kysely<Database>({ dialect: engineDialect(engine, turns) })
  countWaiting(db, () => turns.length)
  return db
}

const alone: Listen = () => Promise.resolve(async () => undefined)

async function openMemory(): Promise<OpenDatabase> {
  const migrations = readMigrations()
  const engine = await openInMemory(migrations.map((m) => m.hash).join(' '), (fresh) => migrate(fresh.run, migrations))
  return { db: overEngine(engine), kind: 'pglite', listen: alone, close: () => engine.close() }
}

async function openFolder(
  dataDir: string,
  report: (error: unknown) => void,
  died: (error: Error) => void,
): Promise<OpenDatabase> {
  const lock = await lockFolder(dataDir, (error) => {
    report(error)
    // Writes of two processes destroy each other: only an end at once keeps this one from it.
    process.exit(1)
  })
  try {
    await makeCluster(dataDir)
    await chmod(join(dataDir, 'pglite'), 0o700)
    const engine = await openThreaded(join(dataDir, 'pglite'), died)
    await migrate(engine.run).catch(async (error: unknown) => {
      await engine.close()
      throw error
    })
    const db = overEngine(engine)
    const stop = keepInShape(db, report)
    return {
      db,
      kind: 'pglite',
      listen: alone,
      close: async () => {
        stop()
        await engine.close()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/**
 * Makes PGlite's files beside their place and moves them there whole: a first start that is killed half-way leaves
 * nothing that could not be opened.
 */
async function makeCluster(dataDir: string): Promise<void> {
  const place = join(dataDir, 'pglite')
  if (existsSync(place)) return
  const draft = `${place}.new`
  await rm(draft, { recursive: true, force: true })
  const engine = await openThreaded(draft, () => undefined)
  await engine.close()
  await rename(draft, place)
}

async function openPostgres(url: string, report: (error: unknown) => void): Promise<OpenDatabase> {
  let closing = false
  const pool = openPool(url, (error) => {
    if (!closing) report(error)
  })
  try {
    const client = await pool.connect()
    try {
      await migrate((sql, parameters) => client.query(sql, [...parameters]))
    } finally {
      client.release()
    }
  } catch (error) {
    await pool.end()
    throw new Error(
      `The database of DATABASE_URL could not be opened: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
  const turns = new FairTurns({ slots: POOL_MAX, most: CALLER_MAX })
  const db = new Kysely<Database>({ dialect: poolDialect(pool, turns) })
  countWaiting(db, () => turns.length)
  return {
    db,
    kind: 'postgres',
    listen: listenTo(url, report),
    close: () => {
      closing = true
      return pool.end()
    },
  }
}
