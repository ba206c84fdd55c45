import { sql, type Updateable } from 'kysely'
import type { Database, Tx } from '../db/tables/tables.ts'

/** The columns that keep a store from selling: the operator suspends it, or its owner closes it. */
type Kept = Pick<Updateable<Database['stores']>, 'suspended_at' | 'suspended_for' | 'suspended_with' | 'closed_at'>

/**
 * Changes what keeps a store from selling (`sells`: one thing less), and what of it is on sale with that (migration
 * 0044). The transaction holds the store's feed, as all that its members do, so that nothing is put on sale beside it.
 */
export async function changeSelling(
  tx: Tx,
  { id, uid }: { id: number; uid: string },
  sells: boolean,
  kept: Kept,
): Promise<void> {
  // Orders lock products before the catalogue's feed.
  await sql`select from products where store_id = ${id}::int order by id for no key update`.execute(tx)
  const {
    rows: [risen],
  } = await sql<{ rev: number }>`select catalogue_rev() as rev`.execute(tx)
  await tx.updateTable('stores').set(kept).where('id', '=', id).execute()
  const {
    rows: [before],
  } = await sql<{ acting: string }>`select coalesce(current_setting('caravan.store', true), '') as acting`.execute(tx)
  // Said anew, so that the database asks the store. What it wants on sale stays as it is: its members' devices are owed
  // no row of its goods.
  await sql`select set_config('caravan.store', ${uid}::text, true)`.execute(tx)
  await sql`update products set active = ${sells}::boolean, rev = ${risen!.rev}::bigint
    where store_id = ${id}::int and active = ${!sells}::boolean and offered and hidden_for is null`.execute(tx)
  await sql`select set_config('caravan.store', ${before!.acting}::text, true)`.execute(tx)
}
