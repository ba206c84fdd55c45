import { sql } from 'kysely'
import type { Coin } from '#contract/coins/assets.ts'
import type { Network } from '#contract/coins/networks.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import type { BlockHead } from './chain.ts'

// Nobody funds the wallet of a simulated chain, and it never runs out: what it has paid is below zero. The network's
// prices are left out, because they are made up.

/** The address of the market's wallet on every simulated chain. */
export const SIMULATED_WALLET = 'wallet'

/** The units of a coin at some addresses as of a block; undefined where the chain does not have that block. */
export async function readSimulatedBalances(
  db: Db,
  network: Network,
  { coin, addresses, block }: { coin: Coin; addresses: readonly string[]; block: BlockHead },
): Promise<bigint | undefined> {
  const own = sql`any(${[...addresses]}::text[])`
  const isOf = sql`network = ${network}::text and coin = ${coin}::text`
  const { rows } = await sql<{ units: string }>`
    select (
      (select coalesce(sum(amount * ((to_address = ${own})::int
          - (nonce is not null and ${SIMULATED_WALLET}::text = ${own})::int)), 0) from simulated_transfers
        where ${isOf} and height <= ${block.height}::int and not dropped)
      + (select coalesce(sum(amount), 0) from simulated_past where ${isOf} and address = ${own})
    )::text as units
    where ${block.height}::int < 0 or exists (select from simulated_blocks
      where network = ${network}::text and height = ${block.height}::int and hash = ${block.hash}::text)`.execute(db)
  return rows[0] && BigInt(rows[0].units)
}

/** Deletes transfers up to a height; what they brought to people's addresses stays as sums. */
export async function forgetTransfers(tx: Tx, network: Network, upTo: number): Promise<void> {
  // The market's own stay, so that a nonce is used once.
  await sql`
    with gone as (delete from simulated_transfers where network = ${network}::text
      and (nonce is null and height <= ${upTo}::int or dropped and not_before <= ${upTo}::int) returning *)
    insert into simulated_past as p (network, address, coin, amount)
    select g.network, g.to_address, g.coin, sum(g.amount)
    from gone g join deposit_addresses a on a.chain = ${`simulated-${network}`}::text and a.address = g.to_address
    where not g.dropped group by 1, 2, 3
    on conflict (network, address, coin) do update set amount = p.amount + excluded.amount`.execute(tx)
}
