import { sql } from 'kysely'
import { assetOf, type Asset } from '#contract/coins/assets.ts'
import { networks, type Network } from '#contract/coins/networks.ts'
import type { ReserveProof } from '#contract/reserves/schema-operator.ts'
import type { Chain, BlockHead } from '../chains/chain.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { depositCoins } from '../deposits/pairs.ts'
import { outside, TEST_MINT } from '../ledger/accounts.ts'
import { heldByAsset, type Held } from '../ledger/held.ts'

// The market's side of a proof: everything is read in one snapshot of the database.

/** A withdrawal with a signed transaction: it may be out before the book says so, or not any more. */
export interface SignedPayment {
  chain: string
  asset: Asset
  amount: bigint
  fee: bigint
  isDone: boolean
  txids: readonly string[]
  /** The one of them that the market has seen in a followed block, where it notes these. */
  seen: string | null
}

/** A chain as the market has followed it. */
export interface FollowedChain {
  /** The last followed block; undefined before the first round. */
  head: BlockHead | undefined
  /** The addresses that got deposits, without the market's own. */
  addresses: readonly string[]
  /** Whether the book has yet to take a deposit back. */
  isTakingBack: boolean
}

/** The market's book and records at one moment. */
export interface Book {
  held: readonly Held[]
  /** Granted test money. */
  granted: ReadonlyMap<Asset, bigint>
  /** Deposits in a block that are not credited. */
  arrived: ReadonlyMap<Asset, bigint>
  payments: readonly SignedPayment[]
  followed: ReadonlyMap<string, FollowedChain>
  faults: ReserveProof['faults']
}

/** The assets that a chain moves and the market takes there. */
export const assetsOn = ({ network, test }: Chain): Asset[] =>
  depositCoins.filter((one) => one.network === network).map(({ coin }) => assetOf(coin, test))

interface Sum {
  asset: Asset
  units: string
}

const byAsset = (rows: readonly Sum[]): Map<Asset, bigint> =>
  new Map(rows.map(({ asset, units }) => [asset, BigInt(units)]))

/** The time after its end for which a payment is looked up (ms): the deepest reorganisation takes about a day. */
const ENDED_MS = 3 * 86_400_000

/** Reads the book, and what was followed of these chains. `now` is Unix ms. */
export const readBook = (db: Db, chains: readonly Chain[], now: number): Promise<Book> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const followed = new Map<string, FollowedChain>()
      for (const chain of chains) followed.set(chain.id, await readFollowed(tx, chain))
      return {
        held: await heldByAsset(tx),
        granted: await readGranted(tx),
        arrived: await readArrived(tx),
        payments: await readPayments(tx, now - ENDED_MS),
        followed,
        faults: await readFaults(tx),
      }
    })

async function readFollowed(tx: Tx, { id, own }: Chain): Promise<FollowedChain> {
  const { rows: heads } = await sql<BlockHead>`
    select height, hash from chain_blocks where chain = ${id}::text order by height desc limit 1`.execute(tx)
  // Deposits to deleted accounts are not taken back.
  const { rows: back } = await sql`
    select from deposits d join users u on u.id = d.user_id and u.deleted_at is null
    where d.chain = ${id}::text and d.height is null and d.credited limit 1`.execute(tx)
  const { rows } = await sql<{ address: string }>`
    select a.address from deposit_addresses a
    where a.chain = ${id}::text and a.address <> all(${[...own]}::text[]) and exists (select from deposits d
      where d.user_id = a.user_id and d.chain = a.chain and d.height is not null)`.execute(tx)
  return { head: heads[0], addresses: rows.map(({ address }) => address), isTakingBack: back.length > 0 }
}

async function readGranted(tx: Tx): Promise<Map<Asset, bigint>> {
  const { rows } = await sql<Sum>`
    select asset, (-sum(amount))::text as units from ledger_postings
    where account = ${TEST_MINT}::text and seq is null group by asset`.execute(tx)
  return byAsset(rows)
}

/** Of one that returns after it was taken back and spent, the part that was spent is in the book already. */
async function readArrived(tx: Tx): Promise<Map<Asset, bigint>> {
  const { rows } = await sql<Sum>`
    select asset, sum(amount - shortfall)::text as units from deposits
    where not credited and height is not null group by asset`.execute(tx)
  return byAsset(rows)
}

async function readPayments(tx: Tx, since: number): Promise<SignedPayment[]> {
  const { rows } = await sql<Omit<SignedPayment, 'amount' | 'fee'> & { amount: string; fee: string }>`
    select w.chain, w.asset, w.amount::text, w.fee::text, w.state = 'done' as "isDone",
      array_agg(distinct p.txid) as txids, max(s.txid) as seen
    from withdrawals w join payouts p on p.withdrawal_id = w.id
      left join chain_spent s on s.chain = p.chain and s.txid = p.txid
    where w.state = 'sent' or (w.state = 'done' and w.ended_at > ${new Date(since)}::timestamptz)
    group by w.id`.execute(tx)
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount), fee: BigInt(row.fee) }))
}

/**
 * Networks of which the book says that other amounts came in than deposits and withdrawals add up to. The networks'
 * prices are left out: only the book has them.
 */
async function readFaults(tx: Tx): Promise<ReserveProof['faults']> {
  type Moved = Sum & { network: Network }
  const { rows: posted } = await sql<Sum & { account: string }>`
    select p.account, p.asset, (-sum(p.amount))::text as units
    from ledger_postings p join ledger_entries e on e.id = p.entry_id
    where p.account = any(${networks.map(outside)}::text[]) and p.seq is null
      and e.cause !~ '^(withdrawal:[^:]+:cost|sweep:[^:]+:(cost|gas))$'
    group by 1, 2`.execute(tx)
  const { rows: credited } = await sql<Sum & { chain: string }>`
    select chain, asset, sum(amount)::text as units from deposits where credited group by 1, 2`.execute(tx)
  const { rows: sent } = await sql<Moved>`
    select network, asset, (-sum(amount - fee))::text as units
    from withdrawals where state = 'done' group by 1, 2`.execute(tx)
  const book = sumsOf(
    posted.map(({ account, ...sum }) => ({ ...sum, network: networks.find((one) => outside(one) === account)! })),
  )
  const records = sumsOf([...credited.map(({ chain, ...sum }) => ({ ...sum, network: networkOf(chain) })), ...sent])
  return [...new Set([...book.keys(), ...records.keys()])].flatMap((key) => {
    const [network, asset] = key.split(' ') as [Network, Asset]
    const [one, other] = [book.get(key) ?? 0n, records.get(key) ?? 0n]
    return one === other ? [] : [{ network, asset, book: String(one), records: String(other) }]
  })
}

function sumsOf(rows: readonly (Sum & { network: Network })[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { network, asset, units } of rows) {
    const key = `${network} ${asset}`
    sums.set(key, (sums.get(key) ?? 0n) + BigInt(units))
  }
  return sums
}

/** The network of a chain by its id, such as `ethereum-1` or `simulated-tron`. */
function networkOf(chain: string): Network {
  const network = networks.find((one) => chain.split('-').includes(one))
  if (!network) throw new Error(`No network has the chain ${chain}`)
  return network
}

/** The units that the book owes of an asset, by what they are for. */
export function owedOf({ held, granted, arrived }: Book, asset: Asset) {
  const found = held.find((one) => one.asset === asset)
  const { people = 0n, orders = 0n, stores = 0n, withdrawals = 0n } = found ?? {}
  return {
    ...{ people, orders, stores, withdrawals },
    arrived: arrived.get(asset) ?? 0n,
    granted: -(granted.get(asset) ?? 0n),
  }
}
