import { sql } from 'kysely'
import { assetOf } from '#contract/rules/coins.ts'
import { withdrawalCause } from '#contract/rules/posting-causes.ts'
import { FOLLOWED_DEPTH, type Cost, type PayingChain, type Spent } from '../chains/chain.ts'
import type { Db, Tx } from '../db/tables.ts'
import { eachOf } from '../deposits/each-of.ts'
import { followedHeight } from '../deposits/follow.ts'
import type { WithdrawalRow } from '../feed/withdrawal-change.ts'
import { NETWORK_COSTS, outside } from '../ledger/accounts.ts'
import { post } from '../ledger/ledger.ts'
import { chosen, whileIn, type Named } from './chosen.ts'
import { moveWithdrawal, writeWithdrawal } from './move.ts'
import { paidOut } from './funds.ts'
import { signMore, signQueued, store } from './sign.ts'

// Pays withdrawals, so that none is paid twice wherever a process ends: a transaction is signed and stored before it is
// sent, and sent again from what is stored. All transactions of a withdrawal spend the same, and a chain takes one of
// them.
//
//   waiting ──▶ review ──▶ queued ──▶ sign and store ──▶ sent ──▶ send, again and again ──▶ done
//                                                         └──▶ another has spent the same, at full depth ──▶ returned

/** Blocks that a transaction waits before another one takes its place, which pays the network half as much again. */
const STUCK_BLOCKS = 6

/** The most transactions of one withdrawal; the signer allows a few more. */
const REPLACED_MAX = 10

interface Payout {
  txid: string
  spends: string[]
  rate: bigint
  raw: string
  height: number
}

/**
 * Pays the withdrawals of a chain as far as that is possible now (Unix ms). The chain was followed to its end.
 *
 * @throws AggregateError
 */
export const payWithdrawals = (db: Db, chain: PayingChain, now: number): Promise<void> =>
  eachOf([ripen, signQueued, followSent], (step) => step(db, chain, now))

/** Ends the wait of new addresses. */
async function ripen(db: Db, chain: PayingChain, now: number): Promise<void> {
  const ripe = await chosen(db, chain, sql`state = 'waiting' and ready_at <= ${new Date(now)}::timestamptz`)
  await eachOf(ripe, (one) =>
    whileIn(db, one, 'waiting', (call, row) =>
      moveWithdrawal(call, row, row.approvals > 0 && !row.approved ? 'review' : 'queued', now),
    ),
  )
}

/** The transactions of a withdrawal, the latest last. */
const payoutsOf = async (db: Db | Tx, { id }: { id: string }): Promise<Payout[]> =>
  (await db.selectFrom('payouts').selectAll().where('withdrawal_id', '=', id).orderBy('rate').execute()).map((row) => ({
    ...row,
    rate: BigInt(row.rate),
  }))

/** Follows the transactions that were signed until they are too deep in the chain to be taken back. */
async function followSent(db: Db, chain: PayingChain, now: number): Promise<void> {
  const { rows } = await sql<WithdrawalRow>`
    select * from withdrawals w
    where chain = ${chain.id}::text and exists (select from payouts p where p.withdrawal_id = w.id)
    order by at, id`.execute(db)
  if (rows.length === 0) return
  const tip = await followedHeight(db, chain)
  await eachOf(rows, async (row) => {
    const payouts = await payoutsOf(db, row)
    for (const { txid } of payouts) {
      const height = await chain.paidAt(txid)
      if (typeof height === 'number') return confirm(db, chain, row, { txid, depth: tip - height + 1 }, now)
    }
    return sendAgain(db, chain, row, payouts, { tip, now })
  })
}

/** Writes how deep the transaction of a withdrawal is in the chain. */
async function confirm(
  db: Db,
  chain: PayingChain,
  sent: WithdrawalRow,
  { txid, depth }: { txid: string; depth: number },
  now: number,
): Promise<void> {
  if (sent.state === 'done') {
    if (depth >= FOLLOWED_DEPTH) await forget(db, sent)
    return
  }
  const cost = await chain.costOf(txid)
  if (!cost && chain.wallet) throw new Error(`Withdrawal ${sent.id}: the node of ${chain.id} does not show ${txid}`)
  await whileIn(db, sent, 'sent', async (call, row) => {
    const confirmations = Math.max(0, Math.min(row.needed, depth))
    if (confirmations < row.needed) {
      const isSame = row.confirmations === confirmations && row.txid === txid
      return isSame ? undefined : writeWithdrawal(call, row, { confirmations, txid })
    }
    if (cost) await postCost(call.tx, chain, row, cost)
    return moveWithdrawal(call, row, 'done', now, { confirmations, txid })
  })
}

/** The costs of a withdrawal's transactions that are in a block: one at most, since all spend the same. */
async function costsOf(chain: PayingChain, txids: ReadonlySet<string>): Promise<Cost[]> {
  const costs = await Promise.all([...txids].map((txid) => chain.costOf(txid)))
  return costs.filter((cost) => cost !== undefined)
}

/** Posts the market's cost of a withdrawal. */
async function postCost(tx: Tx, chain: PayingChain, { id }: Named, { coin, amount }: Cost): Promise<void> {
  if (amount === 0n) return
  const asset = assetOf(coin, chain.test)
  await post(tx, withdrawalCause(id, 'cost'), [
    { account: NETWORK_COSTS, asset, amount: -amount },
    { account: outside(chain.network), asset, amount },
  ])
}

/** Deletes the stored transactions of a withdrawal: none of them is sent again. */
const forget = (db: Db | Tx, { id }: Named): Promise<unknown> =>
  db.deleteFrom('payouts').where('withdrawal_id', '=', id).execute()

/**
 * Sends the transaction of a withdrawal that is in no block, again where the chain has lost it. The money is given back
 * only once another transaction has spent the same, pays no withdrawal and is too deep to be taken back.
 */
async function sendAgain(
  db: Db,
  chain: PayingChain,
  sent: WithdrawalRow,
  payouts: readonly Payout[],
  { tip, now }: { tip: number; now: number },
): Promise<void> {
  const last = payouts.at(-1)
  // Another process has just forgotten them.
  if (!last) return
  // One that was in a block comes before its replacements: other payments may spend its change.
  const next = payouts.find(({ txid }) => txid === sent.txid) ?? last
  // Of another wallet: what was spent there says nothing of this one.
  const fault = await chain.faultIn({ ...next, rate: String(next.rate) }, paidOut(sent))
  if (fault) throw new Error(`Withdrawal ${sent.id} is not sent again: ${fault}`)
  const used = await chain.spentBy(last.spends)
  if (used) {
    if (tip - used.height + 1 >= FOLLOWED_DEPTH) await endUnpaid(db, chain, sent, { payouts, used, tip, now })
    return
  }
  await eachOf(
    [
      async () => {
        if ((await chain.paidAt(next.txid)) === undefined) await chain.broadcast(next.raw)
      },
      // Also where its node refuses it: a replacement may be taken.
      async () => {
        if (sent.state !== 'sent') return
        if (sent.confirmations > 0)
          await whileIn(db, sent, 'sent', (call, row) => writeWithdrawal(call, row, { confirmations: 0 }))
        if (tip - last.height >= STUCK_BLOCKS) await replace(db, chain, sent, payouts, tip)
      },
    ],
    (step) => step(),
  )
}

interface Ending {
  payouts: readonly Payout[]
  used: Spent
  tip: number
  now: number
}

/** Ends a withdrawal whose nonce or coins were spent at full depth, without a known transaction that has paid it. */
async function endUnpaid(
  db: Db,
  chain: PayingChain,
  sent: WithdrawalRow,
  { payouts, used, tip, now }: Ending,
): Promise<void> {
  // A market that was restored from a backup may not have the transaction that has paid.
  const { txids } = await chain.signer.signed(sent.id)
  for (const txid of txids) {
    const height = await chain.paidAt(txid)
    if (typeof height === 'number') return confirm(db, chain, sent, { txid, depth: tip - height + 1 }, now)
  }
  const own = new Set([...txids, ...payouts.map(({ txid }) => txid)])
  const isOwn = used.txid !== undefined && own.has(used.txid)
  const hasFailed = isOwn && (await chain.hasFailed(used.txid!))
  if (sent.state === 'done' && isOwn) {
    if (hasFailed) console.error(`Withdrawal ${sent.id} was confirmed, and its transaction ${used.txid} has failed`)
    return void (await forget(db, sent))
  }
  // A node that lags, or keeps no old transactions, shows nothing of one that has paid.
  if (isOwn && !hasFailed)
    throw new Error(`Withdrawal ${sent.id}: the node of ${chain.id} does not show ${used.txid}, which is in a block`)
  if (sent.state === 'done') {
    console.error(`Withdrawal ${sent.id} was confirmed on ${chain.id}, and another transaction has taken its place`)
    return void (await forget(db, sent))
  }
  // One that failed has paid the network.
  const costs = await costsOf(chain, own)
  await whileIn(db, sent, 'sent', async (call, row) => {
    for (const cost of costs) await postCost(call.tx, chain, row, cost)
    await forget(call.tx, row)
    return moveWithdrawal(call, row, 'returned', now, { confirmations: 0 })
  })
}

/** Whether another payment spends change of these transactions, of which one was in a block until a reorganisation. */
async function hasSuccessor(db: Db, { id: chain }: PayingChain, payouts: readonly Payout[]): Promise<boolean> {
  const { rows } = await sql`
    select from payouts cross join unnest(spends) as spent
    where chain = ${chain}::text and split_part(spent, ':', 1) = any(${payouts.map(({ txid }) => txid)}::text[])
    limit 1`.execute(db)
  return rows.length > 0
}

/** Signs and stores a transaction that pays the network more than the last one. */
async function replace(
  db: Db,
  chain: PayingChain,
  sent: WithdrawalRow,
  payouts: readonly Payout[],
  tip: number,
): Promise<void> {
  // Its change would not exist any more. The other payment can be replaced, and pulls this one along.
  if (await hasSuccessor(db, chain, payouts)) return
  const last = payouts.at(-1)!
  const stuck = `Withdrawal ${sent.id} is stuck at a rate of ${last.rate}`
  if (payouts.length >= REPLACED_MAX) return console.error(`${stuck}, and was replaced ${REPLACED_MAX} times`)
  const [usual, more] = [await chain.usualRate(), (last.rate * 3n) / 2n + 1n]
  const signed = await signMore(db, chain, sent, { rate: usual > more ? usual : more, last })
  if (!signed) return console.error(`${stuck}, and the signer allows no higher one`)
  await whileIn(db, sent, 'sent', async (call, row) => {
    if ((await payoutsOf(call.tx, row)).at(-1)!.txid !== last.txid) return undefined
    await store(call.tx, chain, row, signed, tip)
    return writeWithdrawal(call, row, { confirmations: 0, txid: signed.txid })
  })
}
