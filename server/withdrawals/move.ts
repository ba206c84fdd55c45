import { coinOf, coinText } from '#contract/rules/coins.ts'
import type { MessageKind } from '#contract/rules/message-kinds.ts'
import { withdrawalCause } from '#contract/rules/posting-causes.ts'
import { canCancel, canMove, holdsAmount, type WithdrawalState } from '#contract/rules/withdrawals.ts'
import type { Tx } from '../db/tables.ts'
import type { OwnerCall } from '../feed/owner-feed.ts'
import { withdrawalChange, type WithdrawalRow } from '../feed/withdrawal-change.ts'
import { available, NETWORK_COSTS, outside, withdrawing } from '../ledger/accounts.ts'
import { post, transfer } from '../ledger/ledger.ts'
import { notify } from '../messages/notify.ts'
import { alsoPostings } from '../orders/held-moves.ts'

/** A withdrawal by its id, locked by its person's feed, which the caller holds. */
export const readWithdrawal = (tx: Tx, userId: string, id: string): Promise<WithdrawalRow | undefined> =>
  tx.selectFrom('withdrawals').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()

/** Columns that change with a withdrawal's state. */
type Changed = Partial<
  Pick<WithdrawalRow, 'txid' | 'confirmations' | 'reason' | 'approvals' | 'approved' | 'signing' | 'why'>
>

/** Writes columns of a withdrawal; its row is among those of the transaction. */
export async function writeWithdrawal(
  { tx, rev, also }: OwnerCall,
  { id }: WithdrawalRow,
  changed: Changed & { state?: WithdrawalState; ended_at?: Date },
): Promise<WithdrawalRow> {
  const row = await tx
    .updateTable('withdrawals')
    .set({ ...changed, rev })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  also.push(withdrawalChange(row))
  return row
}

/** Whether a withdrawal can still be cancelled or refused: not once the signer was asked for its transaction. */
export const canStop = ({ state, signing }: WithdrawalRow): boolean => canCancel(state) && signing === null

/** The message about each state that has one. */
const kinds: Partial<Record<WithdrawalState, MessageKind>> = {
  waiting: 'withdrawalWaits',
  review: 'withdrawalReview',
  sent: 'withdrawalSent',
  done: 'withdrawalDone',
  cancelled: 'withdrawalCancelled',
  refused: 'withdrawalRefused',
  returned: 'withdrawalReturned',
}

/** Sends the message about a withdrawal's state, if that has one. */
export async function notifyOf(call: OwnerCall, row: WithdrawalRow, at: number): Promise<void> {
  const { id, user_id: userId, asset, amount, fee, state } = row
  const kind = kinds[state]
  if (!kind) return
  const received = state === 'sent' || state === 'done'
  const units = received ? BigInt(amount) - BigInt(fee) : BigInt(amount)
  const values = { coins: coinText(units, coinOf(asset), 2), coin: coinOf(asset) }
  await notify(call, userId, { kind, subject: { kind: 'withdrawal', id }, values, at })
}

/**
 * Moves a withdrawal to another state, with its money and its message. The caller holds the feed of its person; `now`
 * is Unix ms.
 *
 * @throws Error where that state cannot follow
 */
export async function moveWithdrawal(
  call: OwnerCall,
  before: WithdrawalRow,
  to: WithdrawalState,
  now: number,
  changed: Changed = {},
): Promise<WithdrawalRow> {
  if (!canMove(before.state, to)) throw new Error(`A withdrawal that is ${before.state} cannot be ${to}`)
  const ended = !holdsAmount(to) && { ended_at: new Date(now) }
  const row = await writeWithdrawal(call, before, { ...changed, state: to, ...ended })
  if (to === 'done') await release(call.tx, row)
  else if (ended) await giveBack(call, row)
  await notifyOf(call, row, now)
  return row
}

/** Holds the amount of a new withdrawal. */
export const holdWithdrawal = ({ tx }: OwnerCall, { id, user_id, amount, asset }: WithdrawalRow): Promise<void> =>
  transfer(tx, {
    ...{ cause: withdrawalCause(id, 'asked'), from: available(user_id), to: withdrawing(id) },
    ...{ amount: BigInt(amount), asset },
  })

/** Posts the amount as sent, and keeps the fee. */
async function release(tx: Tx, { id, network, asset, amount, fee }: WithdrawalRow): Promise<void> {
  const kept = BigInt(fee)
  const written = await post(tx, withdrawalCause(id, 'sent'), [
    { account: withdrawing(id), asset, amount: -BigInt(amount) },
    { account: outside(network), asset, amount: BigInt(amount) - kept },
    ...(kept > 0n ? [{ account: NETWORK_COSTS, asset, amount: kept }] : []),
  ])
  if (!written) throw new Error(`Withdrawal ${id} has left already`)
}

async function giveBack(call: OwnerCall, { id, user_id, amount, asset }: WithdrawalRow): Promise<void> {
  const cause = withdrawalCause(id, 'back')
  await transfer(call.tx, { cause, from: withdrawing(id), to: available(user_id), amount: BigInt(amount), asset })
  await alsoPostings(call, user_id)
}
