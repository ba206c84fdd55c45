import { sql } from 'kysely'
import type { Chain } from '../chains/chain.ts'
import { ChainSettingsError, type RealChain } from '../chains/real.ts'
import type { Db } from '../db/tables/tables.ts'

/** Addresses that are derived again at a start, which takes about 2 ms each. */
const CHECKED = 20

/** A person's deposit address on a chain: made at the first call, and always the same. */
export async function depositAddressFor(db: Db, chain: Chain, userId: string): Promise<string> {
  const existing = (await addressesOf(db, userId)).get(chain.id)
  if (existing !== undefined) return existing
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ index: number }>`
      insert into deposit_numbers (chain, next) values (${chain.id}::text, 1)
      on conflict (chain) do update set next = deposit_numbers.next + 1 returning next - 1 as index`.execute(tx)
    const { index } = rows[0]!
    // A concurrent call may have made one already; that one stays.
    await tx
      .insertInto('deposit_addresses')
      .values({ chain: chain.id, index, user_id: userId, address: chain.addressAt(index) })
      .onConflict((oc) => oc.columns(['chain', 'user_id']).doNothing())
      .execute()
  })
  return (await addressesOf(db, userId)).get(chain.id)!
}

/** A person's addresses, by the id of their chain. */
export async function addressesOf(db: Db, userId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('deposit_addresses')
    .select(['chain', 'address'])
    .where('user_id', '=', userId)
    .execute()
  return new Map(rows.map(({ chain, address }) => [chain, address]))
}

/** Those of some addresses that people have on a chain. */
export async function knownAddresses(
  db: Db,
  chain: string,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ address: string }>`
    select address from deposit_addresses
    where chain = ${chain}::text and address = any(${[...addresses]}::text[])`.execute(db)
  return new Set(rows.map(({ address }) => address))
}

/**
 * Compares the addresses that people have on a chain with those that it derives. The wrong key would send people's
 * money to addresses that the operator cannot spend from.
 *
 * @throws ChainSettingsError
 */
export async function checkAddresses(db: Db, { chain, keySetting }: RealChain): Promise<void> {
  const rows = await db
    .selectFrom('deposit_addresses')
    .select(['index', 'address'])
    .where('chain', '=', chain.id)
    .orderBy('index')
    .limit(CHECKED)
    .execute()
  const other = rows.find(({ index, address }) => chain.addressAt(index) !== address)
  if (other)
    throw new ChainSettingsError(
      `${keySetting} is another key than before: deposit address ${other.index} on ${chain.id} is ${other.address}`,
    )
}
