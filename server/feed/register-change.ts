import type { Change } from '#contract/schema/changes.ts'

/** A register's row in the feed (favourites, follows), as the feed carries it. */
export const registerChange = (
  table: 'favourites' | 'follows',
  rev: number,
  row: { id: number; is_on: boolean; at: Date },
): Change => ({ table, key: String(row.id), rev, row: { id: row.id, on: row.is_on, at: row.at.getTime() } })
