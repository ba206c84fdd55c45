import { withdrawalCause } from '#contract/wallet/posting-causes.ts'
import { FOLLOWED_DEPTH, type Cost, type Expiring, type PayingChain, type SpentIn } from '../../chains/chain.ts'
import type { Db } from '../../db/tables/tables.ts'
import type { WithdrawalRow } from '../change.ts'
import { whileWithdrawalIn } from './chosen.ts'
import { postCost } from './cost.ts'
import { moveWithdrawal, writeWithdrawal } from '../move.ts'
import { forget, type Payout } from './payouts.ts'

// The two ends of a withdrawal whose transaction was signed: confirmed, or given back because none can be confirmed.

/** A transaction in a block, and the followed height. */
interface Placed {
  txid: string
  height: number
  tip: number
}

/** Writes how deep the transaction of a withdrawal is in the chain. */
export async function confirm(
  db: Db,
  chain: PayingChain,
  sent: WithdrawalRow,
  { txid, height, tip }: Placed,
  now: number,
): Promise<void> {
  const depth = tip - height + 1
  if (sent.state === 'done') {
    if (depth >= FOLLOWED_DEPTH) await forget(db, sent)
    return
  }
  const cost = await chain.costOf(txid)
  if (!cost && chain.wallet) throw new Error(`Withdrawal ${sent.id}: the node of ${chain.id} does not show ${txid}`)
  // Where transactions expire, one that a reorganisation takes back may never come again.
  const isFinal = depth >= sent.needed && (await chain.expiring?.isFinal(height)) !== false
  await whileWithdrawalIn(db, sent, 'sent', async (call, row) => {
    const confirmations = Math.max(0, Math.min(row.needed, depth))
    if (!isFinal) {
      const isSame = row.confirmations === confirmations && row.txid === txid
      return isSame ? undefined : writeWithdrawal(call, row, { confirmations, txid })
    }
    if (cost) await postCost(call.tx, chain, withdrawalCause(row.id, 'cost'), cost)
    return moveWithdrawal(call, row, 'done', now, { confirmations, txid })
  })
}

/** The costs of a withdrawal's transactions that are in a block: of one at most. */
async function costsOf(chain: PayingChain, txids: ReadonlySet<string>): Promise<Cost[]> {
  const costs = await Promise.all([...txids].map((txid) => chain.costOf(txid)))
  return costs.filter((cost) => cost !== undefined)
}

interface Ending {
  payouts: readonly Payout[]
  used: SpentIn
  tip: number
  now: number
}

/** Ends a withdrawal whose nonce or coins were spent at full depth, without a known transaction that has paid it. */
export async function endUnpaid(
  db: Db,
  chain: PayingChain,
  sent: WithdrawalRow,
  { payouts, used, tip, now }: Ending,
): Promise<void> {
  // A market that was restored from a backup may not have the transaction that has paid.
  const { txids, until } = await chain.signer.signed(sent.id)
  for (const txid of txids) {
    const height = await chain.paidAt(txid)
    if (typeof height === 'number') return confirm(db, chain, sent, { txid, height, tip }, now)
  }
  const own = new Set([...txids, ...payouts.map(({ txid }) => txid)])
  const isOwn = used.txid !== undefined && own.has(used.txid)
  const hasFailed = isOwn && (await chain.hasFailed(used.txid!))
  // Where none excludes another one, all of the others have to be void, too.
  const others = [...own].filter((txid) => txid !== used.txid)
  if (!(await areVoid(chain, others, payouts, until))) return
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
  await giveBackWithdrawal(db, chain, sent, await costsOf(chain, own), now)
}

/** Gives the amount of a withdrawal back, which no transaction can pay any more. */
export const giveBackWithdrawal = (
  db: Db,
  chain: PayingChain,
  sent: WithdrawalRow,
  costs: readonly Cost[],
  now: number,
): Promise<unknown> =>
  whileWithdrawalIn(db, sent, 'sent', async (call, row) => {
    for (const cost of costs) await postCost(call.tx, chain, withdrawalCause(row.id, 'cost'), cost)
    await forget(call.tx, row)
    return moveWithdrawal(call, row, 'returned', now, { confirmations: 0 })
  })

/**
 * Whether none of some transactions of a withdrawal can be confirmed for themselves; true where those that spend the
 * same exclude each other. `until`: when the last one expires that the signer knows (Unix ms).
 */
export async function areVoid(
  { expiring }: PayingChain,
  txids: readonly string[],
  payouts: readonly Payout[],
  until = 0,
): Promise<boolean> {
  return !expiring || txids.length === 0 || expiring.areVoid(txids, Math.max(until, lastOf(expiring, payouts)))
}

/** When the last one of some transactions expires (Unix ms). */
export const lastOf = (expiring: Expiring, payouts: readonly Payout[]): number =>
  Math.max(...payouts.map(({ raw }) => expiring.until(raw)))
