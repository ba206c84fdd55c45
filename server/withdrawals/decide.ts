import { sql } from 'kysely'
import type { Input } from '#contract/registry.ts'
import type { Approval } from '#contract/withdrawals/approval.ts'
import type { WithdrawalState } from '#contract/withdrawals/rules.ts'
import { audit, type Actor } from '../audit/audit.ts'
import type { Db } from '../db/tables/tables.ts'
import { containing } from '../db/within.ts'
import { ownerTransaction, type OwnerCall } from '../feed/owner-feed.ts'
import type { WithdrawalRow } from './change.ts'
import { canStop, isAlarmed, moveWithdrawal, readWithdrawal, writeWithdrawal } from './move.ts'
import { storeApproval } from './signatures.ts'

/**
 * A withdrawal with the email address of the person who asked, the name of its store, and the number of withdrawals
 * from the same account that were confirmed before.
 */
export type WithdrawalToDecide = WithdrawalRow & { email: string; store: string | null; before: number }

/** Whether the withdrawal `w` waits for operators. */
export const WAITS_FOR_OPERATORS = sql<boolean>`(w.state in ('waiting', 'review') and w.approvals > 0 and not w.approved
  or w.state = 'queued' and w.why = 'signerAlarm')`

/** Withdrawals that wait for operators, the oldest first; with a state, those that are in it, the newest first. */
export async function askedWithdrawals(
  db: Db,
  limit: number,
  { find = '', state }: { find?: string | undefined; state?: WithdrawalState | undefined } = {},
): Promise<WithdrawalToDecide[]> {
  const { rows } = await sql<WithdrawalToDecide>`
    select w.*, u.email, s.name as store,
      (select count(*)::int from withdrawals b where b.user_id = w.user_id and b.state = 'done') as before
    from withdrawals w join users u on u.id = w.asked_by left join stores s on s.id = w.store_id
    where ${state === undefined ? WAITS_FOR_OPERATORS : sql`w.state = ${state}::text`}
      and (u.email ilike ${containing(find)} or w.address ilike ${containing(find)} or s.name ilike ${containing(find)})
    order by ${state === undefined ? sql`w.at, w.id` : sql`w.at desc, w.id`} limit ${limit}::int`.execute(db)
  return rows
}

/** A withdrawal by its id. */
export const withdrawalOf = (db: Db, id: string): Promise<WithdrawalRow | undefined> =>
  db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * Whether an operator can decide a withdrawal: agree where that is needed, or refuse one that is not sent yet. To agree
 * to one whose signer's answer was wrong has the signer asked again.
 */
export const isDecidable = (row: WithdrawalRow, agree: boolean): boolean =>
  isAlarmed(row)
    ? agree || row.reason === null
    : canStop(row) && (!agree || (row.state !== 'queued' && row.approvals > 0 && !row.approved))

/**
 * Whether a decision takes two operators: to agree where more than one has to, or to give back an amount that the
 * signer may have paid.
 */
export const takesTwo = (row: WithdrawalRow, agree: boolean): boolean =>
  isAlarmed(row) ? !agree : agree && row.approvals !== 1

type Decision = Input<'operator.decideWithdrawal'>

/** Writes a decision. What the signer may have paid is only marked: it is given back once nothing can pay it. */
function decided(call: OwnerCall, row: WithdrawalRow, decision: Decision, now: number): Promise<WithdrawalRow> {
  if (isAlarmed(row))
    return writeWithdrawal(call, row, decision.agree ? { why: null, reason: null } : { reason: decision.reason })
  if (!decision.agree) return moveWithdrawal(call, row, 'refused', now, { reason: decision.reason })
  return row.state === 'waiting'
    ? writeWithdrawal(call, row, { approved: true })
    : moveWithdrawal(call, row, 'queued', now, { approved: true })
}

/**
 * The signatures that come with an agreement, each with its operator. If two operators agreed, the decision carries the
 * signature of the one who asked.
 */
const signedBy = (
  decision: Decision,
  { by, pair }: Actor,
  second?: Approval,
): readonly (readonly [string, Approval])[] =>
  [
    [pair && 'asked' in pair ? pair.asked : by, decision.agree ? decision.approval : undefined] as const,
    [by, decision.agree ? second : undefined] as const,
  ].flatMap(([operator, approval]) => (operator !== null && approval ? [[operator, approval] as const] : []))

/** Whether a withdrawal waits for another reason than the one that was agreed to, or for more operators by now. */
const hasChanged = (row: WithdrawalRow, decision: Decision, { via, pair }: Actor): boolean =>
  (decision.agree && decision.why !== undefined && decision.why !== row.why) ||
  (via === 'screen' && pair === undefined && takesTwo(row, decision.agree))

/**
 * Decides a withdrawal; false when it has moved meanwhile. `now` is Unix ms. `second`: the signature of the operator
 * who agreed to what another asked.
 *
 * @throws OperatorError where an operator's signature is wrong
 */
export async function decideWithdrawal(
  db: Db,
  decision: Decision,
  now: number,
  actor: Actor,
  second?: Approval,
): Promise<boolean> {
  const found = await withdrawalOf(db, decision.id)
  if (!found) return false
  return ownerTransaction(db, found.user_id, async (call) => {
    const row = await readWithdrawal(call.tx, found.user_id, decision.id)
    if (!row || !isDecidable(row, decision.agree) || hasChanged(row, decision, actor)) {
      call.abandon()
      return false
    }
    const signed = signedBy(decision, actor, second)
    for (const [by, approval] of signed) await storeApproval(call.tx, row, approval, by)
    const after = await decided(call, row, decision, now)
    const { id, amount, asset, network, why } = row
    await audit(call.tx, {
      ...actor,
      what: decision.agree ? 'withdrawal.agree' : 'withdrawal.refuse',
      subject: `withdrawal:${id}`,
      before: { state: row.state, amount, asset, network, why },
      after: {
        state: after.state,
        ...(after.why !== why && { why: after.why }),
        ...(!decision.agree && { reason: decision.reason }),
        ...(signed.length > 0 && { keys: signed.map(([, { key }]) => key) }),
      },
    })
    return true
  })
}
