import { coinOf, coinText } from '#contract/coins/assets.ts'
import { inCentre } from '#contract/messages/rules.ts'
import { withdrawalCause } from '#contract/wallet/posting-causes.ts'
import { canCancel, canMove, holdsAmount, type WithdrawalState } from '#contract/withdrawals/rules.ts'
import type { Tx } from '../db/tables/tables.ts'
import type { OwnerCall } from '../feed/owner-feed.ts'
import { withdrawalChange, type WithdrawalRow } from './change.ts'
import { available, earned, NETWORK_COSTS, outside, withdrawing } from '../ledger/accounts.ts'
import { post, transfer } from '../ledger/ledger.ts'
import { notify } from '../messages/notify.ts'
import { ownersOf } from '../members/members.ts'
import { alsoPostings } from '../orders/moves/held-moves.ts'

/** A withdrawal by its id, locked by its owner's feed, which the caller holds. */
export const readWithdrawal = (tx: Tx, uid: string, id: string): Promise<WithdrawalRow | undefined> =>
  tx.selectFrom('withdrawals').selectAll().where('id', '=', id).where('user_id', '=', uid).executeTakeFirst()

/** The account of a person, or of a store. */
export const accountOf = ({ user_id, store_id }: Pick<WithdrawalRow, 'user_id' | 'store_id'>): string =>
  store_id === null ? available(user_id) : earned(store_id)

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

/** Whether a withdrawal is not sent because the signer's answer was wrong, until operators have ended that. */
export const isAlarmed = ({ state, why }: WithdrawalRow): boolean => state === 'queued' && why === 'signerAlarm'

/** The ends of the names of messages about each state that has one. */
const kinds = {
  waiting: 'Waits',
  review: 'Review',
  sent: 'Sent',
  done: 'Done',
  cancelled: 'Cancelled',
  refused: 'Refused',
  returned: 'Returned',
} as const satisfies Partial<Record<WithdrawalState, string>>

/**
 * Sends the message about a withdrawal's state, if that has one, to its person or to all owners of its store. `mailed`:
 * they get another mail about it.
 */
export async function notifyOf(call: OwnerCall, row: WithdrawalRow, at: number, mailed = false): Promise<void> {
  const { id, user_id: userId, store_id: storeId, asset, amount, fee, state } = row
  if (state === 'queued') return
  const received = state === 'sent' || state === 'done'
  const units = received ? BigInt(amount) - BigInt(fee) : BigInt(amount)
  const values = { coins: coinText(units, coinOf(asset), 2), coin: coinOf(asset) }
  if (storeId === null) {
    const kind = `withdrawal${kinds[state]}` as const
    return notify(call, userId, { kind, subject: { kind: 'withdrawal', id }, values, at, mailed })
  }
  const kind = `storeWithdrawal${kinds[state]}` as const
  const { store, owners } = await ownersOf(call.tx, storeId)
  const notice = { kind, subject: inCentre(storeId, 'storeWithdrawal', id), values: { ...values, store }, at, mailed }
  for (const owner of owners) await notify(await call.within(owner.id), owner.id, notice)
}

/**
 * Moves a withdrawal to another state, with its money and its messages. The caller holds its owner's feed; `now` is
 * Unix ms.
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
export async function holdWithdrawal(call: OwnerCall, row: WithdrawalRow): Promise<void> {
  const { id, amount, asset } = row
  await transfer(call.tx, {
    ...{ cause: withdrawalCause(id, 'asked'), from: accountOf(row), to: withdrawing(id) },
    ...{ amount: BigInt(amount), asset },
  })
  await alsoPostings(call, row.user_id)
}

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

async function giveBack(call: OwnerCall, row: WithdrawalRow): Promise<void> {
  const { id, amount, asset } = row
  const cause = withdrawalCause(id, 'back')
  await transfer(call.tx, { cause, from: withdrawing(id), to: accountOf(row), amount: BigInt(amount), asset })
  await alsoPostings(call, row.user_id)
}
