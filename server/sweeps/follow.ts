import { sql } from 'kysely'
import { sweepCause } from '#contract/wallet/posting-causes.ts'
import { FOLLOWED_DEPTH, type SpentIn } from '../chains/chain.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { eachOf } from '../turns/each-of.ts'
import { followedHeight } from '../deposits/follow.ts'
import type { SignedTransaction } from '../signer/protocol/protocol.ts'
import { postCost } from '../withdrawals/paying/cost.ts'
import { sweepPartsOf, type SweepPart, type StoredSweep } from './parts.ts'
import { endSweep, moveSweep, storeSweep, whileSweepIn, writeSweep, type SweepingChain, type SweepRow } from './rows.ts'

// Follows stored transactions until they are too deep in the chain to be taken back: of the gas of an address, and of
// its coins. All transactions of a part spend the same, and a chain takes one of them.
//
//   in a block ──▶ enough confirmations: its price is posted, once ──▶ at full depth it is forgotten
//   in none    ──▶ sent again ──▶ stuck: replaced, at a higher rate
//   another has spent the same, at full depth ──▶ it can never be confirmed

/** Blocks that a transaction waits before another one takes its place, which pays the network half as much again. */
const STUCK_BLOCKS = 6

/** The most transactions of one part; the signer allows a few more. */
const REPLACED_MAX = 10

/** A sweep on its chain, the followed height and the time (Unix ms). */
interface Following {
  chain: SweepingChain
  row: SweepRow
  tip: number
  now: number
}

/** Follows the transactions of the sweeps of a chain. */
export async function followSwept(db: Db, chain: SweepingChain, now: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from sweeps s where chain = ${chain.id}::text
      and exists (select from sweep_transactions t where t.sweep_id = s.id)
    order by at, id`.execute(db)
  if (rows.length === 0) return
  const tip = await followedHeight(db, chain)
  await eachOf(rows, async ({ id }) => {
    const row = await db.selectFrom('sweeps').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await eachOf(await sweepPartsOf(db, chain, row), (part) => followPart(db, part, { chain, row, tip, now }))
  })
}

async function followPart(db: Db, part: SweepPart, following: Following): Promise<void> {
  const { chain, row, tip } = following
  if (isDone(part)) {
    // Noted in a followed block, so that the node need not be asked.
    const used = await part.spentBy(part.stored[0]!.spends)
    if (used && part.stored.some(({ txid }) => txid === used.txid)) {
      if (tip - used.height + 1 >= FOLLOWED_DEPTH) await forget(db, row, part)
      return
    }
  }
  for (const { txid } of part.stored) {
    const height = await chain.paidAt(txid)
    if (typeof height === 'number') return confirm(db, part, { txid, depth: tip - height + 1 }, following)
  }
  await sendAgain(db, part, following)
}

/** Whether a part is confirmed, and its price is posted. */
const isDone = ({ stored }: SweepPart): boolean => stored.some(({ done }) => done)

/** Writes how deep a transaction is in the chain. */
async function confirm(
  db: Db,
  part: SweepPart,
  { txid, depth }: { txid: string; depth: number },
  { chain, row, now }: Following,
): Promise<void> {
  if (isDone(part)) {
    if (depth >= FOLLOWED_DEPTH) await forget(db, row, part)
    return
  }
  const confirmations = Math.max(0, Math.min(row.needed, depth))
  const isEnough = confirmations === row.needed
  const cost = isEnough ? await chain.costOf(txid) : undefined
  if (isEnough && !cost) throw new Error(`Sweep ${row.id}: the node of ${chain.id} does not show ${txid}`)
  await whileSweepIn(
    db,
    row,
    part.name === 'coins' ? ['sent'] : ['gas', 'sent', 'done', 'ended'],
    async (tx, latest) => {
      if (part.name === 'coins' && !isEnough) {
        const isSame = latest.confirmations === confirmations && latest.txid === txid
        if (!isSame) await writeSweep(tx, latest, { confirmations, txid })
      }
      if (!cost) return
      await markDone(tx, latest, part)
      await postCost(tx, chain, costCause(latest, part), cost)
      if (part.name === 'coins') await moveSweep(tx, latest, 'done', now, { confirmations, txid })
    },
  )
}

/** Marks a part as confirmed, also where only the signer had the transaction that was. */
const markDone = (tx: Tx, { id }: SweepRow, { name }: SweepPart): Promise<unknown> =>
  tx.updateTable('sweep_transactions').set({ done: true }).where('sweep_id', '=', id).where('part', '=', name).execute()

/** The cause of the entry that posts what the network took for a part, once. */
const costCause = ({ id }: SweepRow, { name }: SweepPart): string => sweepCause(id, name === 'gas' ? 'gas' : 'cost')

/** Deletes the stored transactions of a part: none of them is sent again. */
const forget = (db: Db | Tx, { id }: SweepRow, { name }: SweepPart): Promise<unknown> =>
  db.deleteFrom('sweep_transactions').where('sweep_id', '=', id).where('part', '=', name).execute()

/** Sends a transaction that is in no block, again where the chain has lost it. */
async function sendAgain(db: Db, part: SweepPart, following: Following): Promise<void> {
  const { chain, row, tip } = following
  const last = part.stored.at(-1)
  // Another process has just forgotten them.
  if (!last) return
  // One that was in a block comes before its replacements: payments may spend what it has brought.
  const next = part.stored.find(({ txid }) => txid === row.txid) ?? last
  // Of another wallet: what was spent there says nothing of this one.
  const fault = await part.faultIn({ ...next, rate: String(next.rate), spends: [...next.spends] })
  if (fault !== undefined) throw new Error(`Sweep ${row.id} is not sent again: ${fault}`)
  const used = await part.spentBy(last.spends)
  if (used) {
    if (tip - used.height + 1 >= FOLLOWED_DEPTH) await endUnpaid(db, part, used, following)
    return
  }
  await eachOf(
    [
      async () => {
        if ((await chain.paidAt(next.txid)) === undefined) await chain.broadcast(next.raw)
      },
      // Also where its node refuses it: a replacement may be taken.
      async () => {
        if (isDone(part)) return
        if (part.name === 'coins' && row.confirmations > 0)
          await whileSweepIn(db, row, ['sent'], (tx, latest) => writeSweep(tx, latest, { confirmations: 0 }))
        if (tip - last.height >= STUCK_BLOCKS) await replace(db, part, last, following)
      },
    ],
    (step) => step(),
  )
}

/** Ends a part whose nonce or outputs were spent at full depth, without a stored transaction that has paid. */
async function endUnpaid(db: Db, part: SweepPart, used: SpentIn, following: Following): Promise<void> {
  const { chain, row, tip, now } = following
  // A market that was restored from a backup may not have the transaction that has paid.
  const { txids } = await part.signed()
  for (const txid of txids) {
    const height = await chain.paidAt(txid)
    if (typeof height === 'number') return confirm(db, part, { txid, depth: tip - height + 1 }, following)
  }
  const own = new Set([...txids, ...part.stored.map(({ txid }) => txid)])
  const isOwn = used.txid !== undefined && own.has(used.txid)
  const hasFailed = isOwn && (await chain.hasFailed(used.txid!))
  const wasDone = isDone(part)
  // A node that lags, or keeps no old transactions, shows nothing of one that has paid.
  if (isOwn && !hasFailed && !wasDone)
    throw new Error(`Sweep ${row.id}: the node of ${chain.id} does not show ${used.txid}, which is in a block`)
  if (wasDone)
    console.error(`Sweep ${row.id} was confirmed on ${chain.id}, and another transaction has taken its place`)
  // The cost of a transaction from a deposit address is the market's, whoever has signed it.
  const isPaid = !wasDone && used.txid !== undefined && (isOwn || part.name === 'coins')
  const cost = isPaid ? await chain.costOf(used.txid!) : undefined
  await whileSweepIn(db, row, ['gas', 'sent', 'done', 'ended'], async (tx, latest) => {
    if (cost) await postCost(tx, chain, costCause(latest, part), cost)
    await forget(tx, latest, part)
    const state = part.name === 'gas' ? 'gas' : 'sent'
    if (latest.state === state) await endSweep(tx, latest, hasFailed ? 'failed' : 'taken', now)
  })
}

/** Signs and stores a transaction that pays the network more than the last one. */
async function replace(db: Db, part: SweepPart, last: StoredSweep, { chain, row, tip }: Following): Promise<void> {
  const stuck = `The ${part.name} of sweep ${row.id} are stuck at a rate of ${last.rate}`
  if (part.stored.length >= REPLACED_MAX) return console.error(`${stuck}, and were replaced ${REPLACED_MAX} times`)
  const [usual, more] = [await chain.usualRate(), (last.rate * 3n) / 2n + 1n]
  const [wanted, most] = [usual > more ? usual : more, await part.mostRate()]
  const rate = most !== undefined && most < wanted ? most : wanted
  const signed = rate > last.rate ? await signMore(part, row, { rate, last }) : undefined
  if (!signed) return console.error(`${stuck}, and a higher one is not possible`)
  await whileSweepIn(db, row, ['gas', 'sent', 'ended'], async (tx, latest) => {
    const { rows } = await sql<{ txid: string }>`
      select txid from sweep_transactions where sweep_id = ${row.id}::uuid and part = ${part.name}
      order by rate desc limit 1`.execute(tx)
    // Another process was faster.
    if (rows[0]?.txid !== last.txid) return
    await storeSweep(tx, latest, part.name, signed, tip)
    if (part.name === 'coins') await writeSweep(tx, latest, { confirmations: 0, txid: signed.txid })
  })
}

/** Asks for a transaction in place of the last one. @throws Error where it would not exclude that */
async function signMore(
  part: SweepPart,
  { id }: SweepRow,
  { rate, last }: { rate: bigint; last: StoredSweep },
): Promise<SignedTransaction | undefined> {
  const answer = await part.sign(rate)
  const what = `The transaction of the ${part.name} of sweep ${id}`
  if ('refused' in answer) throw new Error(`${what} is not replaced: the signer has refused it (${answer.refused})`)
  const [before, after] = [last.spends.join(', '), answer.spends.join(', ')]
  if (after !== before) throw new Error(`${what} would be followed by a second one: it spends ${after}, not ${before}`)
  const fault = await part.faultIn(answer)
  if (fault !== undefined) throw new Error(`${what} is not replaced: ${fault}`)
  return BigInt(answer.rate) > last.rate ? answer : undefined
}
