import { sql } from 'kysely'
import type { Db, Tx } from '../db/tables.ts'

const listeners = new Set<() => void>()

/** Runs after every committed catalogue change, here or in another process of the same market; returns the way to stop it. */
export function onCatalogueChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => { listeners.delete(listener) }
}

/** Tells this process's listeners that the catalogue changed: after a commit here, or when another process says so. */
export function catalogueRose(): void {
  for (const listener of listeners) listener()
}

/** The channel on which processes of one PostgreSQL (an import, say) tell each other that the catalogue changed. */
export const CATALOGUE_CHANNEL = 'caravan_catalogue'

/**
 * The only way to change the catalogue. Raises the catalogue's rev under its row lock, so that commit
 * order is rev order; every row written carries `rev`. Listeners hear of it once it is committed.
 */
export async function catalogueTransaction<T>(db: Db, change: (call: { tx: Tx; rev: number }) => Promise<T>): Promise<T> {
  const result = await db.transaction().execute(async (tx) => {
    const { rev } = await tx.updateTable('catalogue_feed').set({ rev: sql<number>`rev + 1` }).returning('rev').executeTakeFirstOrThrow()
    const done = await change({ tx, rev })
    await sql`select pg_notify(${CATALOGUE_CHANNEL}, '')`.execute(tx)
    return done
  })
  catalogueRose()
  return result
}
