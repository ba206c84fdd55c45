import { sql } from 'kysely'
import { FOLLOWED_DEPTH, type PayingChain } from '../../chains/chain.ts'
import type { Db } from '../../db/tables/tables.ts'
import { eachOf } from '../../turns/each-of.ts'
import { followedHeight } from '../../deposits/follow.ts'
import type { WithdrawalRow } from '../change.ts'
import { chosenWithdrawals, whileWithdrawalIn } from './chosen.ts'
import { confirm, endUnpaid } from './end.ts'
import { paidOut } from './funds.ts'
import { moveWithdrawal, writeWithdrawal } from '../move.ts'
import { payoutsOf, storePayout, type Payout } from './payouts.ts'
import { renew } from './renew.ts'
import { signMore, signQueued } from './sign.ts'

// Pays withdrawals, so that none is paid twice wherever a process ends: a transaction is signed and stored before it is
// sent, and sent again from what is stored. All transactions of a withdrawal spend the same, and a chain takes one of
// them; where it would take more, the next one is signed only when those before it have expired (renew.ts).
//
//   waiting ──▶ review ──▶ queued ──▶ sign and store ──▶ sent ──▶ send, again and again ──▶ done
//                                                         └──▶ another has spent the same, at full depth ──▶ returned

/** Blocks that a transaction waits before another one takes its place, which pays the network half as much again. */
const STUCK_BLOCKS = 6

/** The most transactions of one withdrawal; the signer allows a few more. */
const REPLACED_MAX = 10

/**
 * Pays the withdrawals of a chain as far as that is possible now (Unix ms). The chain was followed to its end.
 *
 * @throws AggregateError
 */
export const payWithdrawals = (db: Db, chain: PayingChain, now: number): Promise<void> =>
  eachOf([ripen, signQueued, followSent], (step) => step(db, chain, now))

/** Ends the wait of new addresses. */
async function ripen(db: Db, chain: PayingChain, now: number): Promise<void> {
  const ripe = await chosenWithdrawals(db, chain, sql`state = 'waiting' and ready_at <= ${new Date(now)}::timestamptz`)
  await eachOf(ripe, (one) =>
    whileWithdrawalIn(db, one, 'waiting', (call, row) =>
      moveWithdrawal(call, row, row.approvals > 0 && !row.approved ? 'review' : 'queued', now),
    ),
  )
}

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
      if (typeof height === 'number') return confirm(db, chain, row, { txid, height, tip }, now)
    }
    return sendAgain(db, chain, row, payouts, { tip, now })
  })
}

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
  const used = await chain.spentBy([...new Set(payouts.flatMap(({ spends }) => spends))])
  if (used) {
    if (tip - used.height + 1 >= FOLLOWED_DEPTH) await endUnpaid(db, chain, sent, { payouts, used, tip, now })
    return
  }
  await eachOf(
    [
      async () => {
        if ((await chain.paidAt(next.txid)) === undefined) await chain.broadcast(next.raw)
      },
      // Also where its node refuses it: another one may be taken.
      async () => {
        if (sent.state === 'sent' && sent.confirmations > 0)
          await whileWithdrawalIn(db, sent, 'sent', (call, row) => writeWithdrawal(call, row, { confirmations: 0 }))
        if (chain.expiring) await renew(db, chain, chain.expiring, sent, { payouts, most: REPLACED_MAX, tip, now })
        else if (sent.state === 'sent' && tip - last.height >= STUCK_BLOCKS)
          await replace(db, chain, sent, payouts, tip)
      },
    ],
    (step) => step(),
  )
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
  await whileWithdrawalIn(db, sent, 'sent', async (call, row) => {
    if ((await payoutsOf(call.tx, row)).at(-1)!.txid !== last.txid) return undefined
    await storePayout(call.tx, chain, row, signed, tip)
    return writeWithdrawal(call, row, { confirmations: 0, txid: signed.txid })
  })
}
