import {
  AbortedTransactionError,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { askedBy } from '../fair-turns/asked-by.ts'
import type { Engine, EngineResult } from './engine.ts'
import type { FairTurns } from '../fair-turns/fair-turns.ts'

// Kysely over one PostgreSQL session. Kysely's own PGliteDialect answers a commit before it lets the next
// transaction begin, so that no two commits could ever share a sync; this driver lets the next one begin
// at once, and answers each commit only when the write-ahead log is on the disk.
//
//   commit, nobody waits or syncs are cheap:   COMMIT (Postgres syncs) ─▶ answered
//   commit, others wait and syncs are dear:    COMMIT (no sync) ─▶ next begins … ─▶ one sync ─▶ all answered

/** From so many ms for a commit, commits are put together. */
const DEAR = 1
/** A commit waits at most so long for others, and at most so many share a sync. */
const WAIT_MS = 5
const SHARE = 32
/** Writes nothing but a log record, and syncs the log up to it; needs no transaction. */
const SYNC = "select pg_logical_emit_message(false, 'sync', '', true)"

interface Held {
  resolve(): void
  reject(error: unknown): void
}

class EngineConnection implements DatabaseConnection {
  readonly #engine: Engine
  readonly #settled: () => Promise<void>
  #endTurn: (() => void) | undefined
  inTransaction = false
  constructor(engine: Engine, settled: () => Promise<void>, endTurn: () => void) {
    this.#engine = engine
    this.#settled = settled
    this.#endTurn = endTurn
  }

  get released(): boolean {
    return this.#endTurn === undefined
  }

  /** Hands the session on, once. */
  release(): void {
    this.#endTurn?.()
    this.#endTurn = undefined
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, command, affected } = await this.#run(query)
    // The rows that it read may be committed without being on the disk yet.
    if (!this.inTransaction) await this.#settled()
    const counted = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE'
    return { rows: rows as R[], ...(counted ? { numAffectedRows: BigInt(affected) } : {}) }
  }

  async #run(query: CompiledQuery): Promise<EngineResult> {
    try {
      return await this.#engine.run(query.sql, query.parameters)
    } catch (error) {
      // It was made where the answer came in; who asked is what one wants to know.
      if (error instanceof Error)
        error.stack = `${error.name}: ${error.message}${new Error().stack?.replace(/^[^\n]*/, '') ?? ''}`
      throw error
    }
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('streaming is not supported')
  }
}

class EngineDriver implements Driver {
  readonly #engine: Engine
  readonly #turns: FairTurns
  #held: Held[] = []
  #timer: NodeJS.Timeout | undefined
  #cost = 0

  constructor(engine: Engine, turns: FairTurns) {
    this.#engine = engine
    this.#turns = turns
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<EngineConnection> {
    const endTurn = await this.#turns.take(askedBy.getStore())
    return new EngineConnection(this.#engine, () => this.#sync(), endTurn)
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    ;(connection as EngineConnection).release()
  }

  async beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    await this.#engine.run(
      `begin${isolationLevel ? ` isolation level ${isolationLevel}` : ''}${accessMode ? ` ${accessMode}` : ''}`,
      [],
    )
    ;(connection as EngineConnection).inTransaction = true
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#turns.length === 0 || this.#cost < DEAR || this.#held.length >= SHARE) {
      const start = performance.now()
      await this.#commit()
      this.#cost = this.#cost * 0.8 + (performance.now() - start) * 0.2
      if (this.#held.length > 0) await this.#sync()
      return
    }
    // In an aborted transaction the first fails, and the second tells.
    const relaxed = this.#engine.run('set local synchronous_commit = off', []).catch(() => undefined)
    const committed = this.#commit()
    ;(connection as EngineConnection).release()
    await relaxed
    await committed
    await new Promise<void>((resolve, reject) => {
      this.#held.push({ resolve, reject })
      this.#timer ??= setTimeout(() => {
        void this.#sync()
      }, WAIT_MS)
    })
  }

  async #commit(): Promise<void> {
    const { command } = await this.#engine.run('commit', [])
    // Postgres ends an aborted transaction's COMMIT with ROLLBACK, without an error.
    if (command === 'ROLLBACK') throw new AbortedTransactionError()
  }

  async #sync(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const held = this.#held
    this.#held = []
    if (held.length === 0) return
    try {
      await this.#engine.run(SYNC, [])
      for (const { resolve } of held) resolve()
    } catch (error) {
      // Inside another's aborted transaction nothing runs but its end: try again after it.
      if (error instanceof Error && 'code' in error && error.code === '25P02') {
        this.#held.push(...held)
        this.#timer ??= setTimeout(() => {
          void this.#sync()
        }, 1)
      } else for (const { reject } of held) reject(error)
    }
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A shared commit that failed has ended its own transaction; what runs in the session now is another's.
    if ((connection as EngineConnection).released) return
    await this.#engine.run('rollback', [])
  }
  async savepoint(_connection: DatabaseConnection, name: string): Promise<void> {
    await this.#engine.run(`savepoint "${name}"`, [])
  }
  async rollbackToSavepoint(_connection: DatabaseConnection, name: string): Promise<void> {
    await this.#engine.run(`rollback to "${name}"`, [])
  }
  async releaseSavepoint(_connection: DatabaseConnection, name: string): Promise<void> {
    await this.#engine.run(`release "${name}"`, [])
  }
  async destroy(): Promise<void> {
    await this.#engine.close()
  }
}

/** Kysely's dialect over one session, which whoever asks has in turns. */
export function engineDialect(engine: Engine, turns: FairTurns): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new EngineDriver(engine, turns),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}
