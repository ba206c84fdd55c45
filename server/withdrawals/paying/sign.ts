import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { coinOf } from '#contract/coins/assets.ts'
import type { WithdrawalDoubt } from '#contract/withdrawals/doubts.ts'
import { HELD_AFTER_CHANGE_MS } from '#contract/withdrawals/rules.ts'
import { FOLLOWED_DEPTH, type Cost, type PayingChain } from '../../chains/chain.ts'
import type { Db, Tx } from '../../db/tables/tables.ts'
import { eachOf } from '../../turns/each-of.ts'
import { followedHeight } from '../../deposits/follow.ts'
import type { WithdrawalRow } from '../change.ts'
import { SignerAwayError, type SignAnswer, type SignedTransaction } from '../../signer/protocol/protocol.ts'
import { costsMore, isFormerOwner, isSuspended, owesDeposit } from '../approvals.ts'
import { A_ROUND, chosenWithdrawals, whileWithdrawalIn, type WithdrawalOf } from './chosen.ts'
import { paidOut, readFunds, WalletBusyError, WalletEmptyError, type Funds } from './funds.ts'
import { isAlarmedOn, otherSpender } from './gas.ts'
import { heldUntilOf } from '../hold.ts'
import { isAlarmed, moveWithdrawal, writeWithdrawal } from '../move.ts'
import { storePayout } from './payouts.ts'
import { approvalsFor } from '../signatures.ts'

// The signer may have signed before the market crashes. So a withdrawal is marked first, and the signer is asked until
// it has answered:
//
//   queued ──▶ marked with this request, committed ──▶ ask the signer ──▶ store the transaction: sent
//                                                                   └──▶ refused: review, if no later request was made;
//                                                                        queued and unmarked, if outputs were lacking

/**
 * How a transaction is to be signed: the rate at which it pays the network, the followed height, and the block that it
 * names where it names one.
 */
interface Way {
  rate: bigint
  height: number
  funds: Funds
  block: string | undefined
}

const ALARMED = sql`why is not distinct from 'signerAlarm'`

/** The condition of withdrawals that are next. The hold of the others is read again under the lock of the feed. */
export function toSign(now: number) {
  const changed = sql`exists (select from users u where u.id = asked_by
    and u.credentials_reset_at > ${new Date(now - HELD_AFTER_CHANGE_MS)}::timestamptz)`
  return sql`state = 'queued' and (signing is not null or not ${changed}) and not ${ALARMED}`
}

/** Signs a transaction for each withdrawal that is next, unless a password or factor of its person was just changed. */
export async function signQueued(db: Db, chain: PayingChain, now: number): Promise<void> {
  await endAlarmed(db, chain, now)
  const next = toSign(now)
  let queued = await chosenWithdrawals(db, chain, next)
  if (queued.length === 0) return
  // Where its nonce is missing on the chain, later transactions would wait for it for ever.
  if (await isAlarmedOn(db, chain))
    throw new Error(`Nothing is paid on ${chain.id} while an answer of the signer is wrong`)
  // Before any is marked: a withdrawal that no signer has seen can still be stopped.
  await chain.signer.about()
  const [block, rate] = [await chain.expiring?.block(), await chain.usualRate()]
  const [funds, height] = [await readFunds(db, chain, rate), await followedHeight(db, chain)]
  const unfunded = new Map<string, WalletEmptyError>()
  for (;;) {
    const before = unfunded.size
    await signEach(db, queued, { chain, rate, height, funds, block, unfunded }, now)
    if (unfunded.size === before || queued.length < A_ROUND) break
    // Those behind them may need less, and those that are marked may hold what others wait for.
    const others = sql`${next} and not (id = any(${[...unfunded.keys()]}::uuid[]))`
    queued = await chosenWithdrawals(db, chain, funds.isUsedUp() ? sql`${others} and signing is not null` : others)
  }
  // Change that waits for a block is nothing to report.
  const first = [...unfunded.values()].find((one) => !(one instanceof WalletBusyError))
  if (first) throw new WalletEmptyError(`${first.message}. Withdrawals that wait for coins: ${unfunded.size}`)
}

/** Signs some withdrawals. Those that the wallet cannot pay for are added to `unfunded`. */
async function signEach(db: Db, queued: readonly WithdrawalOf[], signing: Signing, now: number): Promise<void> {
  const { chain, unfunded } = signing
  let isAway = false
  await eachOf(queued, async (one) => {
    try {
      const row = isAway ? undefined : await markSigning(db, one, signing, now)
      if (row?.signing) await signFirst(db, chain, row, signing, now)
    } catch (error) {
      if (error instanceof WalletEmptyError) return void unfunded.set(one.id, error)
      isAway = error instanceof SignerAwayError
      throw error
    }
  })
}

interface Signing extends Way {
  chain: PayingChain
  /** Withdrawals that the wallet cannot pay for, by their ids. */
  unfunded: Map<string, WalletEmptyError>
}

/**
 * Marks a withdrawal as being signed, or has operators look at it; undefined if it must wait.
 *
 * @throws WalletEmptyError
 */
const markSigning = (
  db: Db,
  one: WithdrawalOf,
  { chain, rate, funds }: Signing,
  now: number,
): Promise<WithdrawalRow | undefined> =>
  whileWithdrawalIn(db, one, 'queued', async (call, row) => {
    const signing = randomUUID()
    // Its transaction may exist, and is among those that wait.
    if (row.signing) return writeWithdrawal(call, row, { signing })
    if ((await heldUntilOf(call.tx, row.asked_by, now)) !== null) return undefined
    const why = await doubtOf(call.tx, row, chain.costAt(rate, coinOf(row.asset)), now)
    // Their agreement covers only the reason that they saw.
    if (!why || (row.approved && row.why === why)) {
      funds.take(row)
      return writeWithdrawal(call, row, { signing })
    }
    const approvals = Math.max(1, row.approvals)
    return moveWithdrawal(call, row, 'review', now, { why, approved: false, approvals })
  })

/** A reason for an operator to look at a withdrawal that is to be sent. */
async function doubtOf(
  tx: Tx,
  row: WithdrawalRow,
  cost: Cost | undefined,
  now: number,
): Promise<WithdrawalDoubt | undefined> {
  const { asked_by: by, asset, fee } = row
  if (await owesDeposit(tx, by)) return 'deposit'
  if (await isSuspended(tx, row)) return 'suspended'
  if (await isFormerOwner(tx, row)) return 'owner'
  return (await costsMore(tx, cost, { coin: coinOf(asset), amount: BigInt(fee) }, now)) ? 'cost' : undefined
}

/**
 * Asks for the first transaction of a withdrawal, and stores it.
 *
 * @throws WalletEmptyError
 */
async function signFirst(db: Db, chain: PayingChain, row: WithdrawalRow, way: Way, now: number): Promise<void> {
  const answer = await askSigner(db, chain, row, way)
  if ('refused' in answer) {
    if (answer.refused === 'funds') {
      // Nothing was signed, and it can still be stopped.
      await whileWithdrawalIn(db, row, 'queued', async (call, latest) =>
        latest.signing === row.signing ? writeWithdrawal(call, latest, { signing: null }) : undefined,
      )
      throw new WalletEmptyError(
        `The signer lacks outputs of the paying wallet on ${chain.id} for withdrawal ${row.id}`,
      )
    }
    if (answer.refused === 'changed') return alarm(db, row, 'the signer has signed another payment under its id')
    if (answer.refused === 'lost') return alarm(db, row, 'the signer says that it has lost its log')
    console.error(`The signer has refused withdrawal ${row.id}: ${answer.refused}`)
    await whileWithdrawalIn(db, row, 'queued', async (call, latest) => {
      // The answer to a later request counts.
      if (latest.signing !== row.signing) return undefined
      const why = answer.approvals === undefined ? ('signerLimit' as const) : ('signer' as const)
      const approvals = Math.max(1, latest.approvals, answer.approvals ?? 0)
      return moveWithdrawal(call, latest, 'review', now, { why, signing: null, approved: false, approvals })
    })
    return
  }
  const fault = (await chain.faultIn(answer, paidOut(row))) ?? (await faultOf(db, chain, row, answer))
  if (fault) return alarm(db, row, fault)
  // It may have come to the operators by the answer to an earlier request, and its money is still held.
  const sent = await whileWithdrawalIn(db, row, ['queued', 'review', 'sent'], async (call, latest) => {
    if (latest.state === 'sent') return latest
    await storePayout(call.tx, chain, row, answer, way.height)
    return moveWithdrawal(call, latest, 'sent', now, { txid: answer.txid, signing: null })
  })
  if (!sent) console.error(`Withdrawal ${row.id} has ended, and its transaction ${answer.txid} is unused`)
}

/** Why a signed transaction must not be sent. A signer that has lost its log would spend the same again. */
async function faultOf(
  db: Db,
  chain: PayingChain,
  { id }: WithdrawalOf,
  { spends, txid }: SignedTransaction,
): Promise<string | undefined> {
  const other = await otherSpender(db, chain, spends, id)
  if (other !== undefined) return `it spends ${spends.join(', ')}, which ${other}`
  const isSpent = (await chain.spentBy(spends)) !== undefined && typeof (await chain.heightOf(txid)) !== 'number'
  return isSpent ? `it spends ${spends.join(', ')}, which is spent on the chain already` : undefined
}

/** Brings a withdrawal that cannot be sent to the operators' desk. Nothing is given back: money may have left. */
async function alarm(db: Db, row: WithdrawalRow, why: string): Promise<void> {
  await whileWithdrawalIn(db, row, 'queued', (call, latest) => writeWithdrawal(call, latest, { why: 'signerAlarm' }))
  throw new Error(`Withdrawal ${row.id} is not sent: ${why}`)
}

/** Gives back the amounts that operators have decided to, once no transaction can pay them any more. */
async function endAlarmed(db: Db, chain: PayingChain, now: number): Promise<void> {
  const ending = sql`state = 'queued' and ${ALARMED} and reason is not null`
  await eachOf(await chosenWithdrawals(db, chain, ending), async (one) => {
    if (await canStillPay(db, chain, one)) return
    await whileWithdrawalIn(db, one, 'queued', async (call, row) =>
      isAlarmed(row) && row.reason !== null ? moveWithdrawal(call, row, 'refused', now, { signing: null }) : undefined,
    )
  })
}

/** Whether the signer has signed a transaction of a withdrawal that is in a block, or can still be. */
async function canStillPay(db: Db, chain: PayingChain, { id }: WithdrawalOf): Promise<boolean> {
  const { txids, spends, until } = await chain.signer.signed(id)
  if (!spends) return txids.length > 0
  if (chain.expiring) return !(await chain.expiring.areVoid(await unfailed(db, chain, txids), until ?? 0))
  const used = await chain.spentBy(spends)
  if (!used || (await followedHeight(db, chain)) - used.height + 1 < FOLLOWED_DEPTH) return true
  const paid = await Promise.all(txids.map(async (txid) => typeof (await chain.paidAt(txid)) === 'number'))
  return paid.includes(true)
}

/** Those of some transactions that have not failed at full depth: these cannot pay. */
async function unfailed(db: Db, chain: PayingChain, txids: readonly string[]): Promise<string[]> {
  const tip = await followedHeight(db, chain)
  const hasFailed = async (txid: string): Promise<boolean> => {
    const used = await chain.spentBy([txid])
    return used !== undefined && tip - used.height + 1 >= FOLLOWED_DEPTH && chain.hasFailed(txid)
  }
  const failed = await Promise.all(txids.map(hasFailed))
  return txids.filter((_txid, n) => !failed[n])
}

/** The terms of a transaction; `expired`: the one that cannot be confirmed any more, in whose place it is signed. */
interface Asked {
  rate: bigint
  funds?: Funds
  block?: string | undefined
  expired?: string
}

/** Asks the signer for a transaction that pays the network `rate`. */
export async function askSigner(
  db: Db,
  chain: PayingChain,
  { id, network, asset, address, amount, fee }: WithdrawalRow,
  { rate, funds, block, expired }: Asked,
): Promise<SignAnswer> {
  return chain.signer.sign({
    ...{ id, network, asset, address, amount, fee, rate: String(rate) },
    approvals: await approvalsFor(db, id),
    ...(funds?.utxos && { utxos: [...funds.utxos] }),
    ...(block !== undefined && { block }),
    ...(expired !== undefined && { expired }),
  })
}

/**
 * Asks for a transaction that replaces the last one and pays the network more, without storing it; undefined if the
 * signer allows no higher rate.
 *
 * @throws Error where it would not exclude the last one
 */
export async function signMore(
  db: Db,
  chain: PayingChain,
  row: WithdrawalRow,
  { rate, last }: { rate: bigint; last: { spends: readonly string[]; rate: bigint } },
): Promise<SignedTransaction | undefined> {
  const answer = await askSigner(db, chain, row, { rate })
  if ('refused' in answer)
    throw new Error(`The signer has refused to replace the transaction of withdrawal ${row.id}: ${answer.refused}`)
  const [before, after] = [last.spends.join(', '), answer.spends.join(', ')]
  if (after !== before)
    throw new Error(`The signer would pay withdrawal ${row.id} a second time: it spends ${after}, not ${before}`)
  const fault = await chain.faultIn(answer, paidOut(row))
  if (fault) throw new Error(`Withdrawal ${row.id} is not replaced: ${fault}`)
  return BigInt(answer.rate) > last.rate ? answer : undefined
}
