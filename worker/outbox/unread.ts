import { SCHEMA } from '#contract/sync/schema.ts'
import type { UserDb } from '#localdb/open.ts'
import { assertFence, assertLease, readCursor, readMeta, type Fence } from './fence.ts'

/** At most so many names of tables are remembered; all are asked for again together. */
const TABLES_MAX = 50

/**
 * Remembers tables of which a newer server sent something that this app cannot read; the cursor passes them. In a
 * transaction over `meta`.
 */
export async function rememberUnread(db: UserDb, tables: readonly string[]): Promise<void> {
  if (tables.length === 0) return
  const known = (await readMeta(db, 'unread'))?.tables ?? []
  const all = [...new Set([...known, ...tables])].slice(0, TABLES_MAX)
  if (all.length > known.length) await db.meta.put({ key: 'unread', tables: all, schema: SCHEMA })
}

/**
 * Where the next pull begins. An app that reads more than the one that left something unread pulls the feed from its
 * start, once.
 */
export async function pullFrom(db: UserDb, fence: Fence, epoch: number): Promise<string> {
  return db.transaction('rw', [db.meta], async () => {
    const cursor = await readCursor(db)
    const unread = await readMeta(db, 'unread')
    if (!unread || unread.schema >= SCHEMA) return cursor
    await assertFence(db, fence)
    await assertLease(db, epoch)
    await db.meta.delete('unread')
    await db.meta.put({ key: 'cursor', cursor: START })
    return START
  })
}

const START = '0'
