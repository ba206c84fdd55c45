import { groupBy } from '#contract/lists/group-by.ts'
import { userTables, type UserTable } from '#contract/wire/user-tables.ts'
import type { UserRows } from '#contract/sync/schema-rows.ts'
import type { UserDb } from '#localdb/open.ts'
import type { IntentRow, MirrorRow } from '#localdb/schema.ts'
import { project, splitKey } from './fold.ts'
import { isTombstone, keepTombstones } from './tombstones.ts'

// The mirror: for each key the row as the server last said it, and as the intents on it make it (law 3). All of this
// runs within a transaction over the outbox, `meta` and the mirror tables that the keys name.

/** A row of any mirror table. */
export type AnyMirrorRow = MirrorRow<UserRows[UserTable]>

/** All intents on any of the keys, by key, in order of seq. An intent of many keys is one object. */
export async function intentsOn(db: UserDb, keys: readonly string[]): Promise<Map<string, IntentRow[]>> {
  const on = new Map(keys.map((key): [string, IntentRow[]] => [key, []]))
  const found = new Map((await readOn(db, [...on.keys()].sort())).map((row) => [row.seq!, row]))
  for (const row of [...found.values()].sort((a, b) => a.seq! - b.seq!))
    for (const key of new Set(row.keys)) on.get(key)?.push(row)
  return on
}

/**
 * The intents on sorted keys, and others in between. One walk over the index costs a sixth of a look for each key, and
 * a hundredth where nothing waits; where much more lies in between than is asked for, the looks cost less.
 */
async function readOn(db: UserDb, keys: readonly string[]): Promise<IntentRow[]> {
  const between = () => db.outbox.where('keys').between(keys[0], keys.at(-1), true, true)
  if (keys.length > 1 && (await between().count()) <= 2 * keys.length) return between().toArray()
  return (await Promise.all(keys.map((key) => db.outbox.where('keys').equals(key).toArray()))).flat()
}

/** The mirror rows of the keys, by key reference; missing ones are absent. */
export async function readMirror(db: UserDb, keys: readonly string[]): Promise<Map<string, AnyMirrorRow>> {
  const byTable = groupBy(keys.map(splitKey), (at) => at.table)
  const found = await Promise.all(
    [...byTable].map(async ([table, here]) =>
      (await db[table].bulkGet(here.map((at) => at.key))).flatMap((row: AnyMirrorRow | undefined) =>
        row ? [[`${table}/${row.key}`, row] as const] : [],
      ),
    ),
  )
  return new Map(found.flat())
}

/**
 * Writes the projected row of each key, deleting those of which nothing remains and the oldest tombstones; within a
 * transaction over `meta` and all mirror tables.
 */
export async function writeMirror(
  db: UserDb,
  keys: readonly string[],
  rowOf: (ref: string, key: string) => AnyMirrorRow | undefined,
): Promise<void> {
  const tombstones: string[] = []
  const written: Promise<unknown>[] = []
  for (const table of userTables) {
    const rows: AnyMirrorRow[] = []
    const gone: string[] = []
    for (const ref of keys) {
      const at = splitKey(ref)
      if (at.table !== table) continue
      const row = rowOf(ref, at.key)
      if (row) rows.push(row)
      else gone.push(at.key)
      if (row && isTombstone(row)) tombstones.push(ref)
    }
    // The rows of one table were all read from, or made for, that table.
    if (rows.length > 0) written.push((db[table] as { bulkPut(rows: unknown[]): Promise<unknown> }).bulkPut(rows))
    if (gone.length > 0) written.push(db[table].bulkDelete(gone))
  }
  // The transaction does all in this order.
  if (tombstones.length > 0) written.push(keepTombstones(db, tombstones))
  await Promise.all(written)
}

/** A row as the server last said it, and the rev at which it last changed. */
export type ServerRow = Pick<AnyMirrorRow, 'server' | 'rev'>

const asItStood = (_ref: string, old: AnyMirrorRow | undefined): ServerRow => old ?? { server: null, rev: 0 }

/**
 * Folds rows again, over the server's state that `serverRowOf` gives for each, by default the last one. `mayWait`
 * spares the look for intents on a row that cannot have any.
 */
export async function refold(
  db: UserDb,
  keys: readonly string[],
  serverRowOf: (ref: string, old: AnyMirrorRow | undefined) => ServerRow = asItStood,
  mayWait: (old: AnyMirrorRow | undefined) => boolean = () => true,
): Promise<void> {
  const mirror = await readMirror(db, keys)
  const byKey = await intentsOn(
    db,
    keys.filter((ref) => mayWait(mirror.get(ref))),
  )
  await writeMirror(db, keys, (ref, key) => {
    const { server, rev } = serverRowOf(ref, mirror.get(ref))
    return project(key, server, rev, byKey.get(ref) ?? [])
  })
}
