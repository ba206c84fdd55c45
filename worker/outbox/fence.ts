import type { UserDb } from '#localdb/open.ts'
import type { MetaKey, MetaRows } from '#localdb/schema.ts'

/**
 * The identity of a database: its person, protocol and incarnation. The incarnation is made with the database, so that
 * one that was deleted and made again has another.
 */
export type Fence = Pick<MetaRows['fence'], 'proto' | 'incarnation' | 'uid'> & {
  /**
   * The last seq that stood in the outbox when it was opened here. What is older a copy of the database may have too.
   */
  opened?: number
}

/** The database is not the one that was opened: it was deleted and made again, or is another person's or protocol's. */
export class FenceError extends Error {
  override name = 'FenceError'
  constructor() {
    super('the database is no longer the one that was opened')
  }
}

/** Reads one meta row. */
export const readMeta = async <K extends MetaKey>(db: UserDb, key: K): Promise<MetaRows[K] | undefined> =>
  (await db.meta.get(key)) as MetaRows[K] | undefined

/** Up to where the device has its person's feed; '0' before the first pull. */
export const readCursor = async (db: UserDb): Promise<string> => (await readMeta(db, 'cursor'))?.cursor ?? '0'

/**
 * Throws unless the database is still the one whose fence we hold, and returns its row; called inside each write
 * transaction.
 */
export async function assertFence(db: UserDb, fence: Fence): Promise<MetaRows['fence']> {
  const row = await readMeta(db, 'fence')
  if (row?.uid !== fence.uid || row.incarnation !== fence.incarnation || row.proto !== fence.proto || row.closed)
    throw new FenceError()
  return row
}

/** The lease was granted again since this work began: its writes must not land (I10). */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** Throws unless this database's lease is still the one under which the work began. */
export async function assertLease(db: UserDb, epoch: number): Promise<void> {
  const row = await readMeta(db, 'lease')
  if (row?.epoch !== epoch) throw new LeaseLost('another tab sends now')
}
