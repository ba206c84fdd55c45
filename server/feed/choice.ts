import { sql, type RawBuilder } from 'kysely'
import type { Change } from '#contract/sync/schema-changes.ts'

/** The keys of rows of an owner's feed, by table. */
export type RowKeys = Partial<Record<Change['table'], string[]>>

/** Rows of an owner's feed: those that changed after one rev, up to another, or those of some keys. */
export type RowChoice = { after: number; through: number } | { keys: RowKeys }

/** The columns of a feed's table by which its rows are chosen; `key` gives a row's key of the feed, or is `type`'s. */
interface Columns {
  rev: RawBuilder<unknown>
  key: RawBuilder<unknown>
  /** How a key of the feed is compared with `key`. */
  type?: 'text' | 'uuid' | 'int'
}

/** The condition on the rows of one table; whose they are is for the caller to ask. */
export const isChosen = <T = unknown>(
  choice: RowChoice,
  table: Change['table'],
  { rev, key, type = 'text' }: Columns,
): RawBuilder<T> =>
  'keys' in choice
    ? sql<T>`${key} = any(${choice.keys[table] ?? []}::${sql.raw(type)}[])`
    : sql<T>`${rev} > ${choice.after}::bigint and ${rev} <= ${choice.through}::bigint`

/** The keys of rows, each once. */
export function rowKeysOf(rows: readonly Pick<Change, 'table' | 'key'>[]): RowKeys {
  const keys: RowKeys = {}
  for (const { table, key } of rows) {
    const of = (keys[table] ??= [])
    if (!of.includes(key)) of.push(key)
  }
  return keys
}
