import { sql } from 'kysely'
import { assetOf } from '#contract/coins/assets.ts'
import {
  FOLLOWED_DEPTH,
  TRANSFERS_MAX,
  type Block,
  type Chain,
  type BlockHead,
  type Transfer,
} from '../chains/chain.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { retried } from '../db/retry.ts'
import { isCoinTaken } from './terms.ts'

// Follows a chain, and stores its transfers to people's addresses. Crediting them is separate (credit.ts): a crash
// between the two leaves deposits marked `stale`, and the next round continues with them. A reorganisation is written
// in one transaction, with the blocks that it replaced, the new ones and the transfers that wait for a block, so that
// nobody sees half of it.
//
//   find the fork ──▶ read the blocks after it ──▶ read the pending transfers ──▶ is the tip the same? ──▶ write

/** Blocks before the tip at which a market begins. */
const BEGIN_BACK = 20

/** The most blocks that one step reads: more than a reorganisation replaces, or some where there is none. */
const [A_STEP, CATCHING_UP] = [FOLLOWED_DEPTH + 50, 50]

/** Blocks that are read at a time. */
const AT_ONCE = 8

/** The most steps of a round, and the time after which it begins no other one (ms): other chains wait for it. */
const [A_ROUND, ROUND_MS] = [20, 30_000]

/** A reorganisation that goes deeper than the market can follow. */
export class TooDeep extends Error {
  override name = 'TooDeep'
}

/** A node that has not caught up with what another one, or it before, has shown. */
export class NodeBehind extends Error {
  override name = 'NodeBehind'
}

/** The last followed block, the block where chain and market last agree, and what the chain has after that. */
interface Step {
  last: BlockHead
  fork: BlockHead
  blocks: readonly Block[]
  waiting: readonly Transfer[]
  /** Whether the blocks reach the tip. */
  isWhole: boolean
}

/** The followed blocks, the last one first. */
const followed = async (db: Db | Tx, chain: string, limit = FOLLOWED_DEPTH): Promise<BlockHead[]> =>
  (
    await sql<BlockHead>`
      select height, hash from chain_blocks where chain = ${chain}::text
      order by height desc limit ${limit}::int`.execute(db)
  ).rows

/** The height up to which a chain was followed; -1 before its first block. */
export const followedHeight = async (db: Db | Tx, { id }: Chain): Promise<number> =>
  (await followed(db, id, 1))[0]?.height ?? -1

/** The hash of a block of a chain that was followed; undefined where it was not yet, or too long ago. */
export const followedHash = async (db: Db, chain: string, height: number): Promise<string | undefined> =>
  (
    await db
      .selectFrom('chain_blocks')
      .select('hash')
      .where('chain', '=', chain)
      .where('height', '=', height)
      .executeTakeFirst()
  )?.hash

/**
 * Follows a chain for one round; returns whether that reached the tip. `ms`: the time after which it begins no other
 * step.
 *
 * @throws TooDeep | NodeBehind
 */
export async function followChain(db: Db, chain: Chain, ms = ROUND_MS): Promise<boolean> {
  const since = performance.now()
  for (let steps = 0; steps < A_ROUND && (steps === 0 || performance.now() - since < ms); steps++) {
    const step = await readStep(db, chain)
    if (step && (await write(db, chain, step)) && step.isWhole) return true
  }
  return false
}

/** Reads a step from the chain; undefined when the chain has changed meanwhile. */
async function readStep(db: Db, chain: Chain): Promise<Step | undefined> {
  const before = await followed(db, chain.id)
  const head = await chain.head()
  const tip = head.height
  const stored = before.length > 0 ? before : [await begin(db, chain, tip)]
  const last = stored[0]!
  const fork = await forkOf(chain, stored, head)
  const blocks: Block[] = []
  let top: BlockHead = fork
  const most = fork === last ? CATCHING_UP : A_STEP
  while (top.height < tip && blocks.length < most) {
    const count = Math.min(AT_ONCE, tip - top.height, most - blocks.length)
    const next = top.height + 1
    const read = await Promise.all(Array.from({ length: count }, (_, n) => chain.block(next + n)))
    for (const block of read) {
      if (!block || (top.height >= 0 && block.parent !== top.hash)) return undefined
      blocks.push(block)
      top = block
    }
  }
  // Far from the end, new blocks change nothing.
  if (top.height < tip) {
    const stays = (await hashAt(chain, top)) === top.hash
    return stays ? { last, fork, blocks, waiting: [], isWhole: false } : undefined
  }
  const waiting = await chain.pending(fork.height)
  // A block that came meanwhile may hold what was pending.
  const after = await chain.head()
  const isSame = after.height === tip && (tip < 0 || after.hash === top.hash)
  return isSame ? { last, fork, blocks, waiting, isWhole: true } : undefined
}

/** The hash at the height of a block; before the first block, that of the block itself. */
const hashAt = async (chain: Chain, { height, hash }: BlockHead): Promise<string | undefined> =>
  height < 0 ? hash : chain.hashAt(height)

/**
 * The block where chain and market last agree.
 *
 * @throws TooDeep | NodeBehind
 */
async function forkOf(chain: Chain, stored: readonly BlockHead[], head: BlockHead): Promise<BlockHead> {
  const last = stored[0]!
  const isFollowed = stored.find(({ height }) => height === head.height)?.hash === head.hash
  // A shorter chain of the same blocks takes nothing back: a longer one has been seen.
  if (head.height < (isFollowed ? last : stored.at(-1)!).height)
    throw new NodeBehind(`${chain.id}: the node is at block ${head.height}, and block ${last.height} was seen before`)
  if (isFollowed) return last
  for (const block of stored) if ((await hashAt(chain, block)) === block.hash) return block
  throw new TooDeep(`${chain.id} was reorganised more than ${stored.length} blocks deep, from block ${last.height}`)
}

/**
 * Where a market begins to follow a chain: some blocks back, because the last ones may still change. Nobody had an
 * address before that.
 */
async function begin(db: Db, chain: Chain, tip: number): Promise<BlockHead> {
  const first = Math.max(0, tip - BEGIN_BACK)
  const block = await chain.block(first)
  if (!block && tip >= 0) throw new NodeBehind(`${chain.id}: the node does not show block ${first}`)
  const base = { height: first - 1, hash: block?.parent ?? '' }
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
  await sql`delete from chain_spent where chain = ${chain}::text and height > ${to}::int`.execute(tx)
}

async function goForward(tx: Tx, chain: Chain, block: Block): Promise<void> {
  const { id } = chain
  const past = block.height - FOLLOWED_DEPTH
  await sql`insert into chain_blocks (chain, height, hash)
    values (${id}::text, ${block.height}::int, ${block.hash})`.execute(tx)
  await sql`delete from chain_blocks where chain = ${id}::text and height <= ${past}::int`.execute(tx)
  await take(tx, chain, block.transfers, block.height)
  const spent = (block.spent ?? []).flatMap(({ wallet, txid, spends }) =>
    spends.map((one) => ({ chain: id, wallet, spent: one, txid, height: block.height })),
  )
  if (spent.length > 0)
    await tx
      .insertInto('chain_spent')
      .values(spent)
      .onConflict((oc) =>
        oc.columns(['chain', 'wallet', 'spent']).doUpdateSet(({ ref }) => ({
          ...{ height: ref('excluded.height'), txid: ref('excluded.txid') },
        })),
      )
      .execute()
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

/**
 * Stores the transfers to people's addresses, of coins that the market takes there; `height` is null while pending.
 *
 * In another block, a contract may send another amount, or to somebody else, under the same transaction and index. Such
 * a transfer is another deposit, whose number is TRANSFERS_MAX higher: the one before is gone, and may be credited.
 */
async function take(
  tx: Tx,
  { id, network, test }: Chain,
  transfers: readonly Transfer[],
  height: number | null,
): Promise<void> {
  const worth = transfers.filter(({ coin, amount }) => amount > 0n && isCoinTaken(network, coin))
  const rows = worth.map(({ txid, index, to, coin, amount }) => ({
    ...{ txid, n: index, to, asset: assetOf(coin, test) },
    amount: String(amount),
  }))
  if (rows.length === 0) return
  await sql`
    insert into deposits (chain, txid, n, user_id, asset, amount, height, pending)
    select ${id}::text, t.txid, coalesce(same.n, others.n + ${TRANSFERS_MAX}::int, t.n), a.user_id, t.asset, t.amount,
      ${height}::int, ${height === null}::boolean
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (txid text, n int, "to" text, asset text,
      amount numeric) join deposit_addresses a on a.chain = ${id}::text and a.address = t."to"
    cross join lateral (select max(n) as n from deposits d
      where d.chain = ${id}::text and d.txid = t.txid and d.n % ${TRANSFERS_MAX}::int = t.n) others
    left join lateral (select n from deposits d
      where d.chain = ${id}::text and d.txid = t.txid and d.n % ${TRANSFERS_MAX}::int = t.n
        and d.user_id = a.user_id and d.asset = t.asset and d.amount = t.amount limit 1) same on true
    on conflict (chain, txid, n) do update set height = excluded.height, pending = excluded.pending, stale = true
      where deposits.height is distinct from excluded.height and excluded.height is not null`.execute(tx)
}
