import type { Engine } from './engine.ts'

const MINUTE = 60_000
const CHECKPOINT_EVERY = 5 * MINUTE
const VACUUM_EVERY = 6 * 60 * MINUTE
/** Write-ahead log, in bytes, from which each is worth its while. */
const CHECKPOINT_FROM = 8_000_000
const VACUUM_FROM = 32_000_000

/**
 * What Postgres' background processes would do, and a single session has none of: a checkpoint now and
 * then, so that the log does not grow for ever and a start after a crash stays short, and a vacuum with
 * fresh statistics. Returns the way to stop.
 */
export function keepInShape(engine: Engine, report: (error: unknown) => void): () => void {
  const since = async (lsn: string): Promise<{ now: string; grown: number }> => {
    const {
      rows: [row],
    } = await engine.run(
      'select pg_current_wal_insert_lsn()::text as now, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1::pg_lsn)::float8 as grown',
      [lsn],
    )
    return row as { now: string; grown: number }
  }
  const every = (ms: number, from: number, statement: string): NodeJS.Timeout => {
    let last = '0/0'
    return setInterval(() => {
      void (async () => {
        const { now, grown } = await since(last)
        if (grown < from) return
        await engine.run(statement, [])
        last = now
      })().catch((error: unknown) => {
        // Inside somebody's transaction (25001) or an aborted one (25P02) it cannot run; the next turn will.
        if (error instanceof Error && 'code' in error && (error.code === '25001' || error.code === '25P02')) return
        report(error)
      })
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
