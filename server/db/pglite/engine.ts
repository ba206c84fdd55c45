import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { SqlError, toldOf } from './sql-error.ts'

/** What one statement answered. */
export interface EngineResult { rows: Record<string, unknown>[]; command: string; affected: number }

/** One PostgreSQL session, wherever it runs: statements are answered in the order they were given. */
export interface Engine {
  /** Without parameters the text may hold several statements; the last one's answer counts. */
  run(sql: string, parameters: readonly unknown[]): Promise<EngineResult>
  close(): Promise<void>
}

const INT8 = 20

/** The values both databases give alike: bigint as number (all of ours stay below 2^53); the rest agrees already. */
export const engineOptions: PGliteOptions = { parsers: { [INT8]: Number } }

/** Postgres' own switches for a single session; without `-F`, which would turn its fsync off. */
export const startParams: string[] = PGlite.defaultStartParams.filter((param) => param !== '-F')

interface Answer { rows: unknown[]; command?: string; affectedRows?: number }

/** A session of a PGlite that lives in this thread. */
export function engineOver(pglite: PGlite): Engine {
  return {
    run: async (sql, parameters) => {
      try {
        const answer: Answer | undefined = parameters.length > 0 ? await pglite.query(sql, [...parameters]) : (await pglite.exec(sql)).at(-1)
        return { rows: (answer?.rows ?? []) as Record<string, unknown>[], command: answer?.command ?? '', affected: answer?.affectedRows ?? 0 }
      } catch (error) {
        // PGlite's own error carries the statement's parameters, and would carry them into a log.
        throw new SqlError(toldOf(error))
      }
    },
    close: () => pglite.close(),
  }
}
