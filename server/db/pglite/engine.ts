import { setFlagsFromString } from 'node:v8'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { SqlError, plainErrorOf } from './sql-error.ts'
import { statementsOver, type StatementResult } from './statements.ts'

// Node ends the process now and then when it compiles the calls out of WebAssembly a second time, faster
// (V8's Runtime_TierUpWasmToJSWrapper; https://github.com/nodejs/node/issues/64500). They never are: what they are at
// first is as quick here.
setFlagsFromString('--wasm-wrapper-tiering-budget=2147483647')

export type EngineResult = StatementResult

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

/** A session of a PGlite that lives in this thread. */
export function engineOver(pglite: PGlite): Engine {
  const statement = statementsOver(pglite)
  const texts = async (sql: string): Promise<EngineResult> => {
    const answer: { rows: unknown[]; command?: string; affectedRows?: number } | undefined = (
      await pglite.exec(sql)
    ).at(-1)
    return {
      rows: (answer?.rows ?? []) as Record<string, unknown>[],
      command: answer?.command ?? '',
      affected: answer?.affectedRows ?? 0,
    }
  }
  // One session: statements wait for each other, in the order in which they came.
  let last: Promise<unknown> = Promise.resolve()
  return {
    run: (sql, parameters) => {
      const answer = last
        .then(() => (parameters.length > 0 ? statement(sql, parameters) : texts(sql)))
        .catch((error: unknown) => {
          // PGlite's own error carries the statement's parameters, and would carry them into a log.
          throw new SqlError(plainErrorOf(error))
        })
      last = answer.catch(() => undefined)
      return answer
    },
    close: () => last.then(() => pglite.close()),
  }
}
