import { sql } from 'kysely'
import type { Db, Tx } from '../db/tables.ts'

const listeners = new Set<() => void>()

/** Runs after every committed catalogue change of this process; returns the way to stop it. */
export function onCatalogueChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => { listeners.delete(listener) }
}

/**
 * The only way to change the catalogue. Raises the catalogue's rev under its row lock, so that commit
 * order is rev order; every row written carries `rev`. Listeners hear of it once it is committed.
 */
export async function catalogueTransaction<T>(db: Db, change: (call: { tx: Tx; rev: number }) => Promise<T>): Promise<T> {
  const result = await db.transaction().execute(async (tx) => {
    const { rev } = await tx.updateTable('catalogue_feed').set({ rev: sql<number>`rev + 1` }).returning('rev').executeTakeFirstOrThrow()
    return change({ tx, rev })
  })
  for (const listener of listeners) listener()
  return result
}
