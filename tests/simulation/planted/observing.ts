import type { Edit } from './source-edits.ts'

/** Where the market lets its effects be seen; nothing that it does is changed. */
export const observing: readonly Edit[] = [
  {
    file: 'server/market.ts',
    find: 'const every = all(deposits) as unknown as Mutations',
    put: 'const every = globalThis.caravanObserve(all(deposits)) as unknown as Mutations',
  },
  {
    file: 'server/sync/execute.ts',
    find: 'const call = { ...owned, userId, incarnation,',
    put: 'const call = { ...owned, seq, createdAt: intent.createdAt, userId, incarnation,',
  },
  {
    file: 'worker/outbox/machine.ts',
    find: 'export function applyEvent(state: IntentState, event: IntentEvent): IntentState {\n',
    put: 'export function applyEvent(state: IntentState, event: IntentEvent): IntentState {\n  globalThis.caravanCell(state, event)\n',
  },
  // It may be killed at any statement, and before any commit.
  {
    file: 'server/db/pglite/dialect.ts',
    find: 'return await this.#engine.run(query.sql, query.parameters)',
    put: 'return await globalThis.caravanStatement(() => this.#engine.run(query.sql, query.parameters))',
  },
  {
    file: 'server/db/pglite/dialect.ts',
    find: "const { command } = await this.#engine.run('commit', [])",
    put: "const { command } = await globalThis.caravanStatement(() => this.#engine.run('commit', []))",
  },
  // A newer app has a newer schema.
  { file: 'localdb/open.ts', find: '  prepare(db)\n', put: '  prepare(db)\n  globalThis.caravanSchema(db, env)\n' },
  // How many commits share a sync depends on how fast the machine is.
  { file: 'server/db/pglite/dialect.ts', find: 'const DEAR = 1\n', put: 'const DEAR = Infinity\n' },
  // A password is checked at once, not on a thread.
  {
    file: 'server/factors/passwords.ts',
    find: "import { hash, verify } from '@node-rs/argon2'",
    put: "import { hashSync, verifySync } from '@node-rs/argon2'\nconst hash = async (...args: Parameters<typeof hashSync>) => hashSync(...args)\nconst verify = async (...args: Parameters<typeof verifySync>) => verifySync(...args)",
  },
]
