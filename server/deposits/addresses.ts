import { sql } from 'kysely'
import type { Chain } from '../chains/chain.ts'
import type { Db } from '../db/tables.ts'

/** A person's deposit address on a chain: made when it is first asked for, and always the same. */
export async function addressOf(db: Db, chain: Chain, userId: string): Promise<string> {
  const there = await addressSoFar(db, chain, userId)
  if (there !== undefined) return there
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ index: number }>`
      insert into deposit_numbers (chain, next) values (${chain.id}::text, 1)
      on conflict (chain) do update set next = deposit_numbers.next + 1 returning next - 1 as index`.execute(tx)
    const { index } = rows[0]!
    // Another call of theirs may have been faster; its address stays.
    await tx
      .insertInto('deposit_addresses')
      .values({ chain: chain.id, index, user_id: userId, address: chain.addressAt(index) })
      .onConflict((oc) => oc.columns(['chain', 'user_id']).doNothing())
      .execute()
  })
  return (await addressSoFar(db, chain, userId))!
}

/** The address that a person has on a chain already. */
export const addressSoFar = async (db: Db, chain: Chain, userId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('deposit_addresses')
      .select('address')
      .where('chain', '=', chain.id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  )?.address
