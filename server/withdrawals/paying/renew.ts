import type { Expiring, PayingChain } from '../../chains/chain.ts'
import type { Db } from '../../db/tables/tables.ts'
import type { WithdrawalRow } from '../change.ts'
import { whileWithdrawalIn } from './chosen.ts'
import { areVoid, confirm, giveBackWithdrawal, lastOf } from './end.ts'
import { neededOf, paidOut, readFunds, WalletEmptyError } from './funds.ts'
import { writeWithdrawal } from '../move.ts'
import { forget, payoutsOf, storePayout, type Payout } from './payouts.ts'
import { askSigner } from './sign.ts'

// Where nothing but time excludes a second payment, a withdrawal gets another transaction only once none of those that
// it has can be taken any more, by the blocks that were followed and stay. The signer decides by itself whether it
// signs another one.
//
//   sent ──▶ in no block, and expired ──▶ solidified blocks are past that by a margin ──▶ another one is signed: sent
//                                                                                    └──▶ too often: returned

/** After so long a withdrawal is given back whose transactions the signer does not know any more (ms). */
const LOST_MS = 86_400_000

/** The transactions of a withdrawal, the most that it gets, the followed height, and the time (Unix ms). */
interface Renewing {
  payouts: readonly Payout[]
  most: number
  tip: number
  now: number
}

/** Has another transaction signed for a withdrawal whose own can never be confirmed, or gives it back. */
export async function renew(
  db: Db,
  chain: PayingChain,
  expiring: Expiring,
  sent: WithdrawalRow,
  { payouts, most, tip, now }: Renewing,
): Promise<unknown> {
  const own = payouts.map(({ txid }) => txid)
  if (!(await areVoid(chain, own, payouts))) return
  const { txids, until = 0 } = await chain.signer.signed(sent.id)
  for (const txid of txids) {
    const height = await chain.paidAt(txid)
    if (typeof height === 'number') return confirm(db, chain, sent, { txid, height, tip }, now)
  }
  const isLost = !own.every((txid) => txids.includes(txid))
  // Signed, and not stored: the answer was lost, or the market was restored from a backup.
  if (!isLost && sent.state === 'sent' && !own.includes(txids.at(-1)!))
    return signAnother(db, chain, expiring, sent, { payouts, tip })
  if (!(await areVoid(chain, txids, payouts, until))) return
  if (sent.state === 'done') {
    console.error(`Withdrawal ${sent.id} was confirmed on ${chain.id}, and its transaction has expired`)
    return forget(db, sent)
  }
  const end = lastOf(expiring, payouts) + LOST_MS
  if (isLost ? await areVoid(chain, [...own, ...txids], payouts, Math.max(until, end)) : txids.length >= most) {
    const why = isLost ? 'its signer has lost its log' : `${most} transactions of it have expired`
    console.error(`Withdrawal ${sent.id} is given back on ${chain.id}: ${why}`)
    return giveBackWithdrawal(db, chain, sent, [], now)
  }
  const funds = await readFunds(db, chain, await chain.usualRate())
  // The wallet has paid others since. This one is among those that wait.
  const lacking = chain.wallet && neededOf(chain.wallet).find((coin) => funds.left(coin) < 0n)
  if (lacking) throw new WalletEmptyError(`The paying wallet on ${chain.id} lacks ${lacking} for withdrawal ${sent.id}`)
  return signAnother(db, chain, expiring, sent, { payouts, tip })
}

/** Stores the signer's latest transaction, which it signs where it has none. @throws Error where its answer is wrong */
async function signAnother(
  db: Db,
  chain: PayingChain,
  expiring: Expiring,
  sent: WithdrawalRow,
  { payouts, tip }: Pick<Renewing, 'payouts' | 'tip'>,
): Promise<unknown> {
  const last = payouts.at(-1)!
  const asked = { rate: await chain.usualRate(), block: await expiring.block(), expired: last.txid }
  const answer = await askSigner(db, chain, sent, asked)
  if ('refused' in answer)
    throw new Error(`The signer has refused another transaction of withdrawal ${sent.id}: ${answer.refused}`)
  if (payouts.some(({ txid }) => txid === answer.txid))
    return console.error(`Withdrawal ${sent.id} has expired on ${chain.id}, and the signer signs no other one yet`)
  const fault = await chain.faultIn(answer, paidOut(sent))
  if (fault) throw new Error(`Withdrawal ${sent.id} is not sent: ${fault}`)
  console.warn(`Withdrawal ${sent.id} has expired on ${chain.id}: ${answer.txid} takes the place of ${last.txid}`)
  return whileWithdrawalIn(db, sent, 'sent', async (call, row) => {
    if ((await payoutsOf(call.tx, row)).at(-1)!.txid !== last.txid) return undefined
    await storePayout(call.tx, chain, row, answer, tip)
    return writeWithdrawal(call, row, { confirmations: 0, txid: answer.txid })
  })
}
