import { sql } from 'kysely'
import type { Db, Tx } from '../db/tables/tables.ts'
import { catalogueRose } from './listeners.ts'
import { retried } from '../db/retry.ts'

/** The channel on which processes of one PostgreSQL (an import, say) tell each other that the catalogue changed. */
export const CATALOGUE_CHANNEL = 'caravan_catalogue'

async function raise(tx: Tx): Promise<number> {
  const { rev } = await tx
    .updateTable('catalogue_feed')
    .set({ rev: sql<number>`rev + 1` })
    .returning('rev')
    .executeTakeFirstOrThrow()
  return rev
}

const notify = (tx: Tx, rev: number): Promise<unknown> =>
  sql`select pg_notify(${CATALOGUE_CHANNEL}, ${String(rev)})`.execute(tx)

/** Tells the listeners here of a notice on CATALOGUE_CHANNEL: a rev, or nothing from a process of an older version. */
export const heardCatalogue = (db: Db, payload: string): void =>
  catalogueRose(db, /^\d+$/.test(payload) ? Number(payload) : undefined)

/** Tells the listeners here where the catalogue stands: notices of other processes may have been missed. */
export async function rereadCatalogue(db: Db): Promise<void> {
  const { rev } = await db.selectFrom('catalogue_feed').select('rev').executeTakeFirstOrThrow()
  catalogueRose(db, rev)
}

/**
 * Changes the catalogue. Raises the catalogue's rev under its row lock, so that commit
 * order is rev order; every row written carries `rev`. Listeners hear of it once it is committed.
 * `change` may run more than once: it is retried after a deadlock or a serialization failure.
 */
export async function catalogueTransaction<T>(
  db: Db,
  change: (call: { tx: Tx; rev: number }) => Promise<T>,
): Promise<T> {
  const { done, rev } = await retried(() =>
    db.transaction().execute(async (tx) => {
      const rev = await raise(tx)
      const done = await change({ tx, rev })
      await notify(tx, rev)
      return { done, rev }
    }),
  )
  catalogueRose(db, rev)
  return done
}

/** The products and stores that a transaction of another kind has changed in the catalogue. */
export interface Touched {
  products: ReadonlySet<number>
  stores: ReadonlySet<number>
}

/**
 * Gives what another kind of transaction has changed, and still locks, the catalogue's next rev; returns it.
 * The last thing before its commit: from here on every other change of the catalogue waits for it.
 */
export async function raiseTouched(tx: Tx, { products, stores }: Touched): Promise<number> {
  const rev = await raise(tx)
  if (products.size > 0)
    await sql`update products set rev = ${rev}::bigint where id = any(${[...products]}::int[])`.execute(tx)
  if (stores.size > 0)
    await sql`update stores set rev = ${rev}::bigint where id = any(${[...stores]}::int[])`.execute(tx)
  await notify(tx, rev)
  return rev
}

/**
 * Changes a product that `change` locks first (orders/order/stock.ts), in the order of locks that orders keep; no
 * deadlock comes of it.
 */
export async function productTransaction<T>(db: Db, id: number, change: (tx: Tx) => Promise<T>): Promise<T> {
  const { done, rev } = await retried(() =>
    db.transaction().execute(async (tx) => {
      const done = await change(tx)
      return { done, rev: await raiseTouched(tx, { products: new Set([id]), stores: new Set() }) }
    }),
  )
  catalogueRose(db, rev)
  return done
}
