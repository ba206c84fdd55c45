import { sql } from 'kysely'
import { coinOf } from '#contract/rules/coins.ts'
import { HELD_AFTER_CHANGE_MS, type WithdrawalDoubt } from '#contract/rules/withdrawals.ts'
import type { Cost, PayingChain } from '../chains/chain.ts'
import type { Db, Tx } from '../db/tables.ts'
import { eachOf } from '../deposits/each-of.ts'
import { followedHeight } from '../deposits/follow.ts'
import type { WithdrawalRow } from '../feed/withdrawal-change.ts'
import { suspendedFor } from '../orders/suspended.ts'
import type { SignAnswer, SignedTransaction } from '../signer/protocol.ts'
import { costsMore, owesDeposit } from './approvals.ts'
import { chosen, whileIn, type Named } from './chosen.ts'
import { heldUntilOf } from './hold.ts'
import { moveWithdrawal, writeWithdrawal } from './move.ts'
import { approvalsFor } from './signatures.ts'

// Signs withdrawals. The signer keeps a log of its own, so that a withdrawal is marked before the signer is asked, and
// asked for again until there is an answer:
//
//   queued ──▶ signing, committed ──▶ ask the signer ──▶ store the transaction: sent
//                                                  └──▶ refused: review, and nothing was signed

/** How a transaction is to be signed: the rate at which it pays the network, and the followed height. */
interface Way {
  rate: bigint
  height: number
}

/** Signs a transaction for each withdrawal that is next, unless a password or factor of its person was just changed. */
export async function signQueued(db: Db, chain: PayingChain, now: number): Promise<void> {
  // Held withdrawals are not chosen: they would fill the round. The hold is read again under the lock of the feed.
  const changed = sql`exists (select from users u where u.id = user_id
    and u.credentials_reset_at > ${new Date(now - HELD_AFTER_CHANGE_MS)}::timestamptz)`
  const queued = await chosen(db, chain, sql`state = 'queued' and (signing or not ${changed})`)
  if (queued.length === 0) return
  const rate = await chain.usualRate()
  const [cost, height] = [await chain.costAt(rate), await followedHeight(db, chain)]
  await eachOf(queued, async (one) => {
    const row = await markSigning(db, one, cost, now)
    if (row?.signing) await signFirst(db, chain, row, { rate, height }, now)
  })
}

/** Marks a withdrawal as being signed, or has operators look at it; undefined where it waits. */
const markSigning = (db: Db, one: Named, cost: Cost | undefined, now: number): Promise<WithdrawalRow | undefined> =>
  whileIn(db, one, 'queued', async (call, row) => {
    if (row.signing) {
      call.abandon()
      return row
    }
    if ((await heldUntilOf(call.tx, row.user_id, now)) !== null) return undefined
    const why = await doubtOf(call.tx, row, cost, now)
    // Operators have agreed to what they knew of; anything else is another decision.
    if (!why || (row.approved && row.why === why)) return writeWithdrawal(call, row, { signing: true })
    const approvals = Math.max(1, row.approvals)
    return moveWithdrawal(call, row, 'review', now, { why, approved: false, approvals })
  })

/** A reason for an operator to look at a withdrawal that is to be sent. */
async function doubtOf(
  tx: Tx,
  { user_id: userId, asset, fee }: WithdrawalRow,
  cost: Cost | undefined,
  now: number,
): Promise<WithdrawalDoubt | undefined> {
  if (await owesDeposit(tx, userId)) return 'deposit'
  if ((await suspendedFor(tx, userId)) !== null) return 'suspended'
  return (await costsMore(tx, cost, { coin: coinOf(asset), amount: BigInt(fee) }, now)) ? 'cost' : undefined
}

/** Has the first transaction of a withdrawal signed, and stores it. */
async function signFirst(db: Db, chain: PayingChain, row: WithdrawalRow, way: Way, now: number): Promise<void> {
  const answer = await ask(db, chain, row, way.rate)
  if ('refused' in answer) console.error(`The signer has refused withdrawal ${row.id}: ${answer.refused}`)
  await whileIn(db, row, 'queued', async (call, latest) => {
    if ('refused' in answer) {
      // Another process may have brought it to the operators already.
      if (!latest.signing) return undefined
      const approvals = Math.max(1, latest.approvals, answer.approvals ?? 0)
      const doubted = { why: 'signer' as const, signing: false, approved: false, approvals }
      return moveWithdrawal(call, latest, 'review', now, doubted)
    }
    await store(call.tx, chain, row, answer, way.height)
    return moveWithdrawal(call, latest, 'sent', now, { txid: answer.txid })
  })
}

/** Asks the signer for a transaction that pays the network at least `rate`. */
async function ask(db: Db, chain: PayingChain, row: WithdrawalRow, rate: bigint): Promise<SignAnswer> {
  const { id, network, asset, address, amount, fee } = row
  const approvals = await approvalsFor(db, id)
  const answer = await chain.sign({ id, network, asset, address, amount, fee, rate: String(rate), approvals })
  // Never returned: under this id, money has gone elsewhere.
  if ('refused' in answer && answer.refused === 'changed')
    throw new Error(`The signer has signed another payment under the id of withdrawal ${id}`)
  return answer
}

/**
 * Has a transaction signed that pays the network more than those before it, without storing it; undefined where the
 * signer pays no more.
 */
export async function signMore(
  db: Db,
  chain: PayingChain,
  row: WithdrawalRow,
  rate: bigint,
): Promise<SignedTransaction | undefined> {
  const answer = await ask(db, chain, row, rate)
  return 'refused' in answer ? undefined : answer
}

/** Stores a signed transaction of a withdrawal. */
export const store = (
  tx: Tx,
  chain: PayingChain,
  { id }: Named,
  { txid, nonce, rate, raw }: SignedTransaction,
  height: number,
): Promise<unknown> =>
  tx.insertInto('payouts').values({ chain: chain.id, txid, withdrawal_id: id, nonce, rate, raw, height }).execute()
