import { sql } from 'kysely'
import type { Db } from '../tables/tables.ts'

const MINUTE = 60_000
const CHECKPOINT_EVERY = 5 * MINUTE
const VACUUM_EVERY = 6 * 60 * MINUTE
/** Write-ahead log, in bytes, from which each is worth its while. */
const CHECKPOINT_FROM = 8_000_000
const VACUUM_FROM = 32_000_000

/**
 * Does the work of Postgres' background processes, of which a single session has none: a checkpoint now and then, so
 * that the log does not grow for ever and a start after a crash stays short, and a vacuum with fresh statistics. Each
 * takes its turn at the session, so that it comes into nobody's transaction, and changes no file while a backup copies
 * them. Returns the way to stop.
 */
export function keepInShape(db: Db, report: (error: unknown) => void): () => void {
  const since = async (lsn: string): Promise<{ now: string; grown: number }> => {
    const { rows } = await sql<{ now: string; grown: number }>`
      select pg_current_wal_insert_lsn()::text as now,
        pg_wal_lsn_diff(pg_current_wal_insert_lsn(), ${lsn}::pg_lsn)::float8 as grown`.execute(db)
    return rows[0]!
  }
  const every = (ms: number, from: number, statement: string): NodeJS.Timeout => {
    let last = '0/0'
    return setInterval(() => {
      void (async () => {
        const { now, grown } = await since(last)
        if (grown < from) return
        await sql.raw(statement).execute(db)
        last = now
      })().catch(report)
    }, ms).unref()
  }
  const timers = [
    every(CHECKPOINT_EVERY, CHECKPOINT_FROM, 'checkpoint'),
    every(VACUUM_EVERY, VACUUM_FROM, 'vacuum (analyze)'),
  ]
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
