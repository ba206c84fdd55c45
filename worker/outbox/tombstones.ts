import { userTables } from '#contract/wire/user-tables.ts'
import type { UserDb } from '#localdb/open.ts'
import type { MirrorRow } from '#localdb/schema.ts'
import { readMeta } from './fence.ts'
import { isBlank, splitKey } from './fold.ts'

// A row that the server has deleted, and on which nothing waits, has nothing to show; readers would load it for ever.
// The last ones are kept, because a row that was just removed may be put back by its key (undo), with its place and
// price. An older answer cannot bring a dropped one back: a row that the feed has passed and that is not here is gone
// (settle.ts).

/** The largest number of tombstones kept on the device, over all tables. */
export const TOMBSTONES_MAX = 50

/** Whether a mirror row has nothing to show and nothing that waits. */
export const isTombstone = ({ server, pending }: Pick<MirrorRow<object>, 'server' | 'pending'>): boolean =>
  pending === 0 && server !== null && isBlank(server)

/**
 * Notes rows (`table/key`) that have just become tombstones, and deletes the oldest beyond the bound; within a
 * transaction over `meta` and all mirror tables.
 */
export async function keepTombstones(db: UserDb, fresh: readonly string[]): Promise<void> {
  const known = (await readMeta(db, 'tombstones'))?.refs ?? (await allTombstones(db))
  const refs = [...new Set([...known.filter((ref) => !fresh.includes(ref)), ...fresh])]
  const surplus = refs.splice(0, Math.max(0, refs.length - TOMBSTONES_MAX))
  for (const table of userTables) {
    const keys = surplus.map(splitKey).flatMap((at) => (at.table === table ? [at.key] : []))
    if (keys.length === 0) continue
    const rows: (MirrorRow<object> | undefined)[] = await db[table].bulkGet(keys)
    await db[table].bulkDelete(keys.filter((_, i) => rows[i] && isTombstone(rows[i])))
    // A tombstone on which something waits again stays noted: it may end as it was.
    refs.unshift(
      ...keys
        .filter((_, i) => rows[i]?.server && isBlank(rows[i].server) && rows[i].pending > 0)
        .map((key) => `${table}/${key}`),
    )
  }
  await db.meta.put({ key: 'tombstones', refs })
}

/** Those of a database in which none were noted yet, oldest first. */
async function allTombstones(db: UserDb): Promise<string[]> {
  const found: { ref: string; rev: number }[] = []
  for (const table of userTables)
    await db[table].each((row: MirrorRow<object>) => {
      if (isTombstone(row)) found.push({ ref: `${table}/${row.key}`, rev: row.rev })
    })
  return found.sort((a, b) => a.rev - b.rev).map(({ ref }) => ref)
}
