import { createHash, randomBytes } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { Coin } from '#contract/coins/assets.ts'
import type { Network } from '#contract/coins/networks.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import type { Signer } from '../signer/protocol/protocol.ts'
import { FOLLOWED_DEPTH, type BlockHead, type PayingChain, type Transfer } from './chain.ts'
import { forgetTransfers, readSimulatedBalances, SIMULATED_WALLET } from './simulated-balances.ts'
import { simulatedPayouts } from './simulated-payouts.ts'

// A chain in the market's own database, whose coins are test money. Blocks come at any pace, and transactions can be
// delayed, reorganised and dropped on demand.

/** The number of blocks that are kept. */
const KEPT_BLOCKS = 2 * FOLLOWED_DEPTH

/** The number of blocks made after the last transaction: the most confirmations that the operator can ask for. */
const BLOCKS_AFTER = FOLLOWED_DEPTH

/** The most blocks that a reorganisation replaces. */
export const REORGANISED_MAX = 40

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** An amount (units) to send on a simulated chain. */
export interface SimulatedTransfer {
  to: string
  coin: Coin
  amount: bigint
}

/** Whose simulated wallet sends (`by`), and how many blocks the transaction waits (`later`). */
export interface SendingWay {
  by?: string
  later?: number
}

/** A simulated chain, with the methods that drive it. */
export interface SimulatedChain extends PayingChain {
  /** Sends amounts in one transaction; returns its id. */
  send(sendings: readonly SimulatedTransfer[], way?: SendingWay): Promise<string>
  /** Makes blocks; the first takes the waiting transactions. */
  mine(count?: number): Promise<void>
  /** Makes a block where a transaction waits for one or for its confirmations. */
  mineIfNeeded(): Promise<void>
  /**
   * Replaces the last blocks with as many others and one more. Their transactions move into the new blocks, except for
   * the dropped ones.
   */
  reorganise(depth: number, dropped?: readonly string[]): Promise<void>
  /** Sets what a transaction of the market's must pay at least to get into a block. */
  setLeastRate(rate: bigint): Promise<void>
  /** Drops a transaction that `by` sent, unless it is too `deep` in the chain. */
  drop(txid: string, by: string): Promise<'dropped' | 'deep' | 'unknown'>
}

interface Row {
  txid: string
  n: number
  to_address: string
  coin: Coin
  amount: string
  height: number | null
}

const transferOf = ({ txid, n, to_address: to, coin, amount }: Row): Transfer => ({
  ...{ txid, index: n, to, coin },
  amount: BigInt(amount),
})

/** The simulated chain of a network. Without a signer, its payments are unsigned. */
export function simulatedChain(db: Db, network: Network, blockSeconds: number, signer?: Signer): SimulatedChain {
  const rows = async (where: RawBuilder<unknown>): Promise<Row[]> =>
    (
      await sql<Row>`
        select txid, n, to_address, coin, amount::text, height from simulated_transfers
        where network = ${network}::text and ${where} order by txid, n`.execute(db)
    ).rows
  /** Runs a change of the chain, one at a time. */
  const change = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (tx) => {
      await sql`insert into simulated_chains (network) values (${network}::text) on conflict do nothing`.execute(tx)
      await sql`select from simulated_chains where network = ${network}::text for update`.execute(tx)
      return work(tx)
    })
  const heightOf = async (txid: string): Promise<number | null | undefined> =>
    (await rows(sql`txid = ${txid} and not dropped`))[0]?.height
  return {
    id: `simulated-${network}`,
    network,
    test: true,
    simulated: true,
    blockSeconds,
    // Random, so that nobody can guess another person's address and send them something.
    addressAt: () => `test-${network}-${randomBytes(10).toString('hex')}`,
    head: () => headOf(db, network),
    hashAt: async (height) => (await blockAt(db, network, height))?.hash,
    pending: async () => (await rows(sql`height is null and not dropped`)).map(transferOf),
    heightOf,
    paidAt: heightOf,
    own: [SIMULATED_WALLET],
    holds: (coin, addresses, block) => readSimulatedBalances(db, network, { coin, addresses, block }),
    async block(height) {
      const found = await blockAt(db, network, height)
      return found && { height, ...found, transfers: (await rows(sql`height = ${height}::int`)).map(transferOf) }
    },
    ...simulatedPayouts(db, network, change),
    ...(signer && { signer }),
    setLeastRate: (rate) =>
      change(async (tx) => {
        await sql`update simulated_chains set least_rate = ${String(rate)}::numeric
          where network = ${network}::text`.execute(tx)
      }),
    send: (sendings, way = {}) => change((tx) => sendIn(tx, network, sendings, way)),
    mine: (count = 1) =>
      change(async (tx) => {
        for (let n = 0; n < count; n++) await mineOne(tx, network)
      }),
    async mineIfNeeded() {
      if (await isNeeded(db, network)) await change((tx) => mineOne(tx, network))
    },
    reorganise: (depth, dropped = []) => change((tx) => reorganise(tx, network, depth, dropped)),
    drop: (txid, by) =>
      change(async (tx) => {
        const { rows: own } = await sql<{ height: number | null }>`
          select height from simulated_transfers
          where network = ${network}::text and txid = ${txid} and sent_by = ${by}::uuid and not dropped`.execute(tx)
        const [sent] = own
        if (!sent) return 'unknown'
        const depth = await depthOf(tx, network, sent.height)
        if (depth > REORGANISED_MAX) return 'deep'
        await reorganise(tx, network, depth, [txid])
        return 'dropped'
      }),
  }
}

async function blockAt(
  db: Db | Tx,
  network: Network,
  height: number,
): Promise<{ hash: string; parent: string } | undefined> {
  const { rows } = await sql<{ hash: string; parent: string }>`
    select hash, parent from simulated_blocks
    where network = ${network}::text and height = ${height}::int`.execute(db)
  return rows[0]
}

async function headOf(db: Db | Tx, network: Network): Promise<BlockHead> {
  const { rows } = await sql<BlockHead>`
    select height, hash from simulated_blocks where network = ${network}::text
    order by height desc limit 1`.execute(db)
  return rows[0] ?? { height: -1, hash: '' }
}

const tipOf = async (db: Db | Tx, network: Network): Promise<number> => (await headOf(db, network)).height

/** The number of blocks from a height on. */
const depthOf = async (tx: Tx, network: Network, height: number | null): Promise<number> =>
  height === null ? 0 : (await tipOf(tx, network)) - height + 1

async function isNeeded(db: Db, network: Network): Promise<boolean> {
  const { rows } = await sql<{ needed: boolean }>`
    select exists (select from simulated_transfers where network = ${network}::text and not dropped
      and (height is null or height > ${(await tipOf(db, network)) - BLOCKS_AFTER}::int)) as needed`.execute(db)
  return rows[0]!.needed
}

async function sendIn(
  tx: Tx,
  network: Network,
  sendings: readonly SimulatedTransfer[],
  { by, later = 0 }: SendingWay,
): Promise<string> {
  const txid = randomBytes(32).toString('hex')
  const notBefore = (await tipOf(tx, network)) + 1 + later
  const rows = sendings.map(({ to, coin, amount }, n) => ({
    ...{ network, txid, n, to_address: to, coin, amount: String(amount) },
    ...{ not_before: notBefore, sent_by: by ?? null },
  }))
  await tx.insertInto('simulated_transfers').values(rows).execute()
  return txid
}

async function reorganise(tx: Tx, network: Network, depth: number, dropped: readonly string[]): Promise<void> {
  const tip = await tipOf(tx, network)
  const from = Math.max(0, tip - Math.min(depth, REORGANISED_MAX) + 1)
  await sql`update simulated_transfers set height = null
    where network = ${network}::text and height >= ${from}::int`.execute(tx)
  await sql`update simulated_transfers set dropped = true
    where network = ${network}::text and height is null and txid = any(${[...dropped]}::text[])`.execute(tx)
  await sql`delete from simulated_blocks where network = ${network}::text and height >= ${from}::int`.execute(tx)
  for (let height = from; height <= tip + 1; height++) await mineOne(tx, network)
}

async function mineOne(tx: Tx, network: Network): Promise<void> {
  const { height: tip, hash: parent } = await headOf(tx, network)
  const height = tip + 1
  // Random, so that a block that replaces another has another hash.
  const hash = sha256(`${parent} ${height} ${randomBytes(16).toString('hex')}`)
  await tx.insertInto('simulated_blocks').values({ network, height, hash, parent }).execute()
  await sql`update simulated_transfers set height = ${height}::int
    where network = ${network}::text and height is null and not dropped and not_before <= ${height}::int
      and (nonce is null or rate >= (select least_rate from simulated_chains c
        where c.network = ${network}::text))`.execute(tx)
  const past = height - KEPT_BLOCKS
  await sql`delete from simulated_blocks where network = ${network}::text and height <= ${past}::int`.execute(tx)
  await forgetTransfers(tx, network, past)
}
