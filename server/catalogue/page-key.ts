import { sql, type RawBuilder } from 'kysely'

/**
 * The place in a list after which a page begins: a value of the column it is sorted by, and the row's id among equals.
 */
export interface PageKey {
  value: number
  id: number
}

/** Writes a key as the opaque text that a device sends back; `list` names the order it belongs to. */
export const writeKey = (list: string, key: PageKey): string =>
  `${list}.${key.value.toString(36)}.${key.id.toString(36)}`

/** Reads a key of that order; undefined for anything else. */
export function readPageKey(list: string, text: string): PageKey | undefined {
  const match = /^(\w+)\.(-?[0-9a-z]{1,11})\.([0-9a-z]{1,7})$/.exec(text)
  if (!match || match[1] !== list) return undefined
  const key = { value: Number.parseInt(match[2]!, 36), id: Number.parseInt(match[3]!, 36) }
  return Number.isSafeInteger(key.value) && key.id <= 2_147_483_647 ? key : undefined
}

/**
 * A time column as a key's value: whole microseconds, all that PostgreSQL keeps, so that no row falls between two
 * pages.
 */
export const timeKey = (column: string): RawBuilder<number> =>
  sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`

/** The time that `timeKey` was made of. */
export const keyTime = (value: number): RawBuilder<Date> =>
  sql<Date>`(timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond')`

/** Splits rows of which one more was asked for than a page holds into the page and the key of the next. */
export function cutPage<T>(
  rows: readonly { row: T; value: number; id: number }[],
  size: number,
  list: string,
): { page: T[]; next: string | null } {
  const last = rows.length > size ? rows[size - 1] : undefined
  return { page: rows.slice(0, size).map((r) => r.row), next: last ? writeKey(list, last) : null }
}
