import { sql } from 'kysely'
import { assetOf } from '#contract/rules/coins.ts'
import { FOLLOWED_DEPTH, type Block, type Chain, type Transfer } from '../chains/chain.ts'
import type { Db, Tx } from '../db/tables.ts'
import { retried } from '../feed/retry.ts'
import { isTaken } from './terms.ts'

// Follows a chain, and stores its transfers to people's addresses. Crediting them is separate (credit.ts): a crash
// between the two leaves deposits marked `stale`, and the next round continues with them. A reorganisation is written
// in one transaction, with the blocks that it replaced, the new ones and the transfers that wait for a block, so that
// nobody sees half of it.
//
//   find the fork ──▶ read the blocks after it ──▶ read the pending transfers ──▶ is the tip the same? ──▶ write

/** Blocks before the tip at which a market begins. */
const BEGIN_BACK = 20

/** The most blocks that one step reads: more than a reorganisation replaces. */
const A_STEP = FOLLOWED_DEPTH + 50

/** The most steps of a round. */
const A_ROUND = 20

/** A reorganisation that goes deeper than the market can follow. */
export class TooDeep extends Error {
  override name = 'TooDeep'
}

interface Followed {
  height: number
  hash: string
}

/** The last followed block, the block where chain and market last agree, and what the chain has after that. */
interface Step {
  last: Followed
  fork: Followed
  blocks: readonly Block[]
  waiting: readonly Transfer[]
  /** Whether the blocks reach the tip. */
  isWhole: boolean
}

/** The followed blocks, the last one first. */
const followed = async (db: Db | Tx, chain: string, limit = FOLLOWED_DEPTH): Promise<Followed[]> =>
  (
    await sql<Followed>`
      select height, hash from chain_blocks where chain = ${chain}::text
      order by height desc limit ${limit}::int`.execute(db)
  ).rows

/** The height up to which a chain was followed; -1 before its first block. */
export const followedHeight = async (db: Db | Tx, { id }: Chain): Promise<number> =>
  (await followed(db, id, 1))[0]?.height ?? -1

/**
 * Follows a chain for one round; returns whether that reached the tip.
 *
 * @throws TooDeep
 */
export async function followChain(db: Db, chain: Chain): Promise<boolean> {
  for (let steps = 0; steps < A_ROUND; steps++) {
    const step = await readStep(db, chain)
    if (step && (await write(db, chain, step)) && step.isWhole) return true
  }
  return false
}

/** Reads a step from the chain; undefined when the chain has changed meanwhile. */
async function readStep(db: Db, chain: Chain): Promise<Step | undefined> {
  const before = await followed(db, chain.id)
  const tip = await chain.tip()
  const stored = before.length > 0 ? before : [await begin(db, chain, tip)]
  const [last] = stored as [Followed]
  let fork: Followed | undefined
  for (const block of stored) {
    if (block.height < 0 || (await chain.block(block.height))?.hash === block.hash) {
      fork = block
      break
    }
  }
  if (!fork)
    throw new TooDeep(`${chain.id} was reorganised more than ${stored.length} blocks deep, from block ${last.height}`)
  const blocks: Block[] = []
  let top = fork
  while (top.height < tip && blocks.length < A_STEP) {
    const block = await chain.block(top.height + 1)
    if (!block || (top.height >= 0 && block.parent !== top.hash)) return undefined
    blocks.push(block)
    top = block
  }
  const waiting = await chain.pending()
  // A block that came meanwhile may hold what was pending.
  const isSame = (await chain.tip()) === tip && (top.height < 0 || (await chain.block(top.height))?.hash === top.hash)
  return isSame ? { last, fork, blocks, waiting, isWhole: top.height >= tip } : undefined
}

/**
 * Where a market begins to follow a chain: some blocks back, because the last ones may still change. Nobody had an
 * address before that.
 */
async function begin(db: Db, chain: Chain, tip: number): Promise<Followed> {
  const first = Math.max(0, tip - BEGIN_BACK)
  const base = { height: first - 1, hash: (await chain.block(first))?.parent ?? '' }
  await db
    .insertInto('chain_blocks')
    .values({ chain: chain.id, ...base })
    .onConflict((oc) => oc.doNothing())
    .execute()
  return base
}

/** Writes a step, one at a time across all processes; returns false when another process was faster. */
const write = (db: Db, chain: Chain, { last, fork, blocks, waiting, isWhole }: Step): Promise<boolean> =>
  retried(() =>
    db.transaction().execute(async (tx) => {
      const { id } = chain
      await sql`select pg_advisory_xact_lock(hashtext('chain ' || ${id}::text))`.execute(tx)
      const [now] = await followed(tx, id, 1)
      if (now?.height !== last.height || now.hash !== last.hash) return false
      if (fork.height < last.height) await goBack(tx, id, fork.height)
      for (const block of blocks) await goForward(tx, chain, block)
      await takeWaiting(tx, chain, waiting, isWhole)
      return true
    }),
  )

/** Removes the blocks above a height, and takes deposits out of them. */
async function goBack(tx: Tx, chain: string, to: number): Promise<void> {
  await sql`delete from chain_blocks where chain = ${chain}::text and height > ${to}::int`.execute(tx)
  await sql`update deposits set height = null, pending = false, stale = true
    where chain = ${chain}::text and height > ${to}::int`.execute(tx)
}

async function goForward(tx: Tx, chain: Chain, block: Block): Promise<void> {
  const { id } = chain
  const past = block.height - FOLLOWED_DEPTH
  await sql`insert into chain_blocks (chain, height, hash)
    values (${id}::text, ${block.height}::int, ${block.hash})`.execute(tx)
  await sql`delete from chain_blocks where chain = ${id}::text and height <= ${past}::int`.execute(tx)
  await take(tx, chain, block.transfers, block.height)
  // Each block adds a confirmation to deposits that are not credited yet.
  await sql`update deposits set stale = true
    where chain = ${id}::text and not credited and not stale and height > ${past}::int`.execute(tx)
}

/** Stores transfers that wait for a block. Those that no longer wait were dropped, if the tip was reached. */
async function takeWaiting(tx: Tx, chain: Chain, waiting: readonly Transfer[], isWhole: boolean): Promise<void> {
  await take(tx, chain, waiting, null)
  const waits = sql`(txid = any(${waiting.map(({ txid }) => txid)}::text[]))`
  await sql`update deposits set pending = ${waits}, stale = true
    where chain = ${chain.id}::text and height is null and pending <> ${waits}
      and (${waits} or ${isWhole}::boolean)`.execute(tx)
}

/** Stores the transfers to people's addresses, of coins that the market takes there; `height` is null while pending. */
async function take(
  tx: Tx,
  { id, network, test }: Chain,
  transfers: readonly Transfer[],
  height: number | null,
): Promise<void> {
  const worth = transfers.filter(({ coin, amount }) => amount > 0n && isTaken(network, coin))
  const rows = worth.map(({ txid, index, to, coin, amount }) => ({
    ...{ txid, n: index, to, asset: assetOf(coin, test) },
    amount: String(amount),
  }))
  if (rows.length === 0) return
  await sql`
    insert into deposits (chain, txid, n, user_id, asset, amount, height, pending)
    select ${id}::text, t.txid, t.n, a.user_id, t.asset, t.amount, ${height}::int, ${height === null}::boolean
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (txid text, n int, "to" text, asset text,
      amount numeric) join deposit_addresses a on a.chain = ${id}::text and a.address = t."to"
    on conflict (chain, txid, n) do update set height = excluded.height, pending = excluded.pending, stale = true
      where deposits.height is distinct from excluded.height and excluded.height is not null`.execute(tx)
}
