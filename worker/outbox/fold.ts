import type { IntentRow, IntentState, MirrorRow } from '#localdb/schema.ts'
import type { UserRows, UserTable } from '#contract/rows.ts'
import { guess } from '../guess/guesses.ts'

// Law 3: what the screen shows is always the fold of the pending intents on a key over what the server
// last said. No undo images: a refusal drops the intent and folds again.

type Row = UserRows[UserTable] | null

const ended: ReadonlySet<IntentState> = new Set(['acked', 'rejected', 'cancelled', 'superseded', 'discarded', 'quarantined'])

/** Whether an intent in this state takes part in the fold: every state that has not ended. A conflict stays in, marked. */
export const isPending = (state: IntentState): boolean => !ended.has(state)

/** Splits a key reference into its table and the row's key there. */
export function splitKey(ref: string): { table: UserTable; key: string } {
  const slash = ref.indexOf('/')
  return { table: ref.slice(0, slash) as UserTable, key: ref.slice(slash + 1) }
}

/** The row after one more intent. */
export const apply = (row: Row, key: string, intent: Pick<IntentRow, 'name' | 'payload' | 'createdAt'>): Row =>
  guess[intent.name](row, intent.payload, { key, at: intent.createdAt })

/** The fold of intents, in order of seq, over the server's row. */
export const fold = (server: Row, key: string, intents: readonly Pick<IntentRow, 'name' | 'payload' | 'createdAt'>[]): Row =>
  intents.reduce((row, intent) => apply(row, key, intent), server)

/** The mirror row that server and pending intents make together; undefined when there is nothing to keep. `intents` are those on the key, in order of seq; ended ones are passed over. */
export function project(key: string, server: Row, rev: number, intents: readonly IntentRow[]): MirrorRow<UserRows[UserTable]> | undefined {
  const pending = intents.filter((i) => isPending(i.state))
  if (!server && pending.length === 0) return undefined
  return { key, server, rev, shown: fold(server, key, pending), pending: pending.length, conflict: pending.some((i) => i.state === 'conflict') }
}
