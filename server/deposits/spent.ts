import { sql } from 'kysely'
import type { SpentIn } from '../chains/chain.ts'
import type { Db } from '../db/tables/tables.ts'

// The inputs that the market's wallets have spent in the blocks that it has followed, and those of its stored
// transactions. An input is a nonce, an output, or on Tron the transaction's own id.

/** The first transaction in a followed block that has spent any of these of a wallet. */
export const spentBy = (
  db: Db,
  { chain, wallet, spends }: { chain: string; wallet: string; spends: readonly string[] },
): Promise<SpentIn | undefined> =>
  db
    .selectFrom('chain_spent')
    .select(['height', 'txid'])
    .where('chain', '=', chain)
    .where('wallet', '=', wallet)
    .where('spent', 'in', spends)
    .orderBy('height')
    .executeTakeFirst()

/** The height of the followed block in which a transaction has spent of a wallet; undefined where there is none. */
export const spentAt = async (db: Db, chain: string, txid: string): Promise<number | undefined> =>
  (
    await db
      .selectFrom('chain_spent')
      .select('height')
      .where('chain', '=', chain)
      .where('txid', '=', txid)
      .executeTakeFirst()
  )?.height

/** The inputs of the stored transactions of withdrawals and sweeps on a chain. */
export async function spending(db: Db, chain: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ spent: string }>`
    select unnest(spends) as spent from payouts where chain = ${chain}::text
    union select unnest(spends) from sweep_transactions where chain = ${chain}::text`.execute(db)
  return new Set(rows.map(({ spent }) => spent))
}

/** The deposit addresses of a chain with stored transactions that take their coins. */
export async function sweptAddresses(db: Db, chain: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ address: string }>`
    select distinct s.address from sweep_transactions t join sweeps s on s.id = t.sweep_id
    where t.chain = ${chain}::text and t.part = 'coins'`.execute(db)
  return new Set(rows.map(({ address }) => address))
}
