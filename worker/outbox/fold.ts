import { isPending } from '#localdb/intent-states.ts'
import type { IntentRow, MirrorRow } from '#localdb/schema.ts'
import type { UserRows, UserTable } from '#contract/sync/schema-rows.ts'
import { guessOf, isKnownMutation } from '../guess/known.ts'

// Law 3: what the screen shows is always the fold of the pending intents on a key over what the server
// last said. No undo images: a refusal drops the intent and folds again.

type Row = UserRows[UserTable] | null

/** Splits a key reference into its table and the row's key there. */
export function splitKey(ref: string): { table: UserTable; key: string } {
  const slash = ref.indexOf('/')
  return { table: ref.slice(0, slash) as UserTable, key: ref.slice(slash + 1) }
}

/** The row after one more intent. */
export const apply = (row: Row, key: string, intent: Pick<IntentRow, 'name' | 'payload' | 'createdAt'>): Row =>
  // A name that other code has written, and this one does not know, is set aside when it is read for sending.
  isKnownMutation(intent.name) ? guessOf(intent.name)(row, intent.payload, { key, at: intent.createdAt }) : row

/** The fold of intents, in order of seq, over the server's row. */
export const fold = (
  server: Row,
  key: string,
  intents: readonly Pick<IntentRow, 'name' | 'payload' | 'createdAt'>[],
): Row => intents.reduce((row, intent) => apply(row, key, intent), server)

/** Whether a row shows nothing: what is off, empty or deleted. */
export const isBlank = (row: object): boolean =>
  ('on' in row && !row.on) || ('num' in row && row.num === 0) || ('deleted' in row && row.deleted === true)

/** Whether two rows show the same: when they were changed aside, and what is gone like what was never there. */
export function showSame(a: Row, b: Row): boolean {
  const seen = (row: Row): string => (row === null || isBlank(row) ? '' : JSON.stringify({ ...row, at: 0 }))
  return seen(a) === seen(b)
}

/**
 * The mirror row that server and pending intents make together; undefined when there is nothing to keep. `intents` are
 * those on the key, in order of seq; ended ones are passed over.
 */
export function project(
  key: string,
  server: Row,
  rev: number,
  intents: readonly IntentRow[],
): MirrorRow<UserRows[UserTable]> | undefined {
  const pending = intents.filter((i) => isPending(i.state))
  if (!server && pending.length === 0) return undefined
  return {
    key,
    server,
    rev,
    shown: fold(server, key, pending),
    pending: pending.length,
    conflict: pending.some((i) => i.state === 'conflict'),
  }
}
