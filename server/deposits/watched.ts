import { sql } from 'kysely'
import { coinOf, type Asset } from '#contract/coins/assets.ts'
import { TRANSFERS_MAX, type Transfer } from '../chains/chain.ts'
import type { Watched } from '../chains/bitcoin/mempool.ts'
import type { Db } from '../db/tables/tables.ts'

/** The most addresses of claims, and of those that were made last, that are watched. */
const [CLAIMED, LATEST] = [100, 50]

/**
 * The addresses of a Bitcoin chain to which a payment may wait for a block, those that matter most first: with a
 * payment that waits, or one whose block above `replaced` was just replaced; of people who have reported a payment; and
 * those made last. A payment to any other is seen once it is in a block.
 */
export async function watchedAddresses(db: Db, chain: string, replaced: number): Promise<Watched[]> {
  interface Row {
    address: string
    waiting: { txid: string; n: number; amount: string }[] | null
    replaced: boolean | null
  }
  const { rows } = await sql<Row>`
    with moved as (
      select user_id, bool_or(height is not null) as replaced,
        jsonb_agg(jsonb_build_object('txid', txid, 'n', n % ${TRANSFERS_MAX}::int, 'amount', amount::text))
          filter (where height is null) as waiting
      from deposits where chain = ${chain}::text and (height > ${replaced}::int or (height is null and pending))
      group by user_id),
    claimed as (
      select user_id, max(claimed_at) as at from recharges where network = 'bitcoin' and state = 'claimed'
      group by user_id order by at desc limit ${CLAIMED}::int),
    latest as (
      select user_id from deposit_addresses where chain = ${chain}::text order by index desc limit ${LATEST}::int),
    watched as (select user_id from moved union select user_id from claimed union select user_id from latest)
    select a.address, m.waiting, m.replaced from watched w
      join deposit_addresses a on a.chain = ${chain}::text and a.user_id = w.user_id
      left join moved m on m.user_id = a.user_id left join claimed c on c.user_id = a.user_id
    order by m.user_id is null, c.user_id is null, c.at desc, a.index desc`.execute(db)
  return rows.map(({ address, waiting, replaced }) => ({
    address,
    isReplaced: replaced ?? false,
    waiting: (waiting ?? []).map(({ txid, n, amount }): Transfer => ({
      txid,
      index: n,
      to: address,
      coin: 'BTC',
      amount: BigInt(amount),
    })),
  }))
}

/** The most transfers that are looked at after a reorganisation; those beyond them are taken for dropped. */
const WAITING_MAX = 1_000

/** The stored transfers of a chain that wait for a block, or whose block above `replaced` was just replaced. */
export async function waitingTransfers(db: Db, chain: string, replaced: number): Promise<Transfer[]> {
  interface Row {
    txid: string
    index: number
    to: string
    asset: Asset
    amount: string
  }
  const { rows } = await sql<Row>`
    select d.txid, d.n % ${TRANSFERS_MAX}::int as index, a.address as "to", d.asset, d.amount::text
    from deposits d join deposit_addresses a on a.chain = d.chain and a.user_id = d.user_id
    where d.chain = ${chain}::text and (d.height > ${replaced}::int or (d.height is null and d.pending))
    order by d.txid, d.n limit ${WAITING_MAX}::int`.execute(db)
  return rows.map(({ asset, amount, ...row }) => ({ ...row, coin: coinOf(asset), amount: BigInt(amount) }))
}
