import { createHash } from 'node:crypto'
import { PostgresDialect, type PostgresPool } from 'kysely'
import {
  Pool,
  types as defaults,
  type CustomTypesConfig,
  type PoolClient,
  type QueryConfig,
  type QueryResult,
} from 'pg'
import { askedBy } from './fair-turns/asked-by.ts'
import type { FairTurns } from './fair-turns/fair-turns.ts'

const INT8 = 20
const INT8_ARRAY = 1016
const BYTEA = 17
const parserOf = defaults.getTypeParser as (oid: number, format?: 'text' | 'binary') => unknown
const parseInt8Array = parserOf(INT8_ARRAY) as (text: string) => (string | null)[]

/** The same values as PGlite gives (db/pglite/engine.ts): bigint as number, bytes as a plain Uint8Array. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
    if (format === 'binary') return parserOf(oid, 'binary')
    if (oid === INT8) return Number
    if (oid === INT8_ARRAY) return (text: string) => parseInt8Array(text).map((n) => (n === null ? null : Number(n)))
    if (oid === BYTEA) return (text: string) => new Uint8Array(Buffer.from(text.slice(2), 'hex'))
    return parserOf(oid)
  },
} as CustomTypesConfig

/**
 * Statements longer than this, or beyond so many, are not prepared: lists of varying length would fill the server's
 * memory.
 */
const PREPARE_LENGTH = 4_000
const PREPARE_MAX = 500

/** Sessions of one process. */
export const POOL_MAX = 16

/**
 * A pool whose statements are prepared once a connection under a name made from their text, and that waits for no lock
 * longer than a caller would.
 */
export function openPool(url: string, onError: (error: Error) => void): Pool {
  const pool = new Pool({
    connectionString: url,
    max: POOL_MAX,
    types,
    options: '-c lock_timeout=8000',
    application_name: 'caravan',
  })
  // An idle connection that breaks is replaced by the pool; unheard, the event would end the process.
  pool.on('error', onError)
  // So would that of one in use between two statements; its next statement fails.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known || text.length > PREPARE_LENGTH || names.size >= PREPARE_MAX) return known
    const name = createHash('sha1').update(text).digest('base64url')
    names.set(text, name)
    return name
  }
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (config: string | QueryConfig) => Promise<QueryResult>
    const prepared = (text: string, values?: unknown[]): Promise<QueryResult> => {
      if (!values || values.length === 0) return query(text)
      const name = nameOf(text)
      return query(name === undefined ? { text, values } : { text, values, name })
    }
    client.query = prepared as typeof client.query
  })
  return pool
}

/** Kysely's dialect over a pool, whose sessions callers have in turns. */
export const poolDialect = (pool: Pool, turns: FairTurns): PostgresDialect =>
  new PostgresDialect({
    pool: { connect: () => inTurn(pool, turns), end: () => pool.end() } as unknown as PostgresPool,
  })

/** A session of the pool once it is the caller's turn, which lasts until the session is released. */
async function inTurn(pool: Pool, turns: FairTurns): Promise<PoolClient> {
  const endTurn = await turns.take(askedBy.getStore())
  try {
    const client = await pool.connect()
    const release = client.release.bind(client)
    client.release = (broken) => {
      client.release = release
      release(broken)
      endTurn()
    }
    return client
  } catch (error) {
    endTurn()
    throw error
  }
}
