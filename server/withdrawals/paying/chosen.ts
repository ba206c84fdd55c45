import { sql } from 'kysely'
import type { WithdrawalState } from '#contract/withdrawals/rules.ts'
import type { PayingChain } from '../../chains/chain.ts'
import type { Db } from '../../db/tables/tables.ts'
import { ownerTransaction, type OwnerCall } from '../../feed/owner-feed.ts'
import type { WithdrawalRow } from '../change.ts'
import { readWithdrawal } from '../move.ts'

/** The most withdrawals that are chosen at once. */
export const A_ROUND = 50

/** A withdrawal and the uid of its owner. */
export interface WithdrawalOf {
  id: string
  user_id: string
}

/** The withdrawals of a chain that a condition chooses, the oldest first. */
export const chosenWithdrawals = async (
  db: Db,
  { id }: PayingChain,
  where: ReturnType<typeof sql>,
): Promise<WithdrawalOf[]> =>
  (
    await sql<WithdrawalOf>`
      select id, user_id from withdrawals where chain = ${id}::text and ${where}
      order by at, id limit ${sql.lit(A_ROUND)}`.execute(db)
  ).rows

/**
 * Changes a withdrawal that is still in one of some states. Returns the result of `work`; undefined changes nothing.
 */
export const whileWithdrawalIn = <T>(
  db: Db,
  { id, user_id: userId }: WithdrawalOf,
  states: WithdrawalState | readonly WithdrawalState[],
  work: (call: OwnerCall, row: WithdrawalRow) => Promise<T | undefined>,
): Promise<T | undefined> =>
  ownerTransaction(db, userId, async (call) => {
    const row = await readWithdrawal(call.tx, userId, id)
    const result = row && [states].flat().includes(row.state) ? await work(call, row) : undefined
    if (result === undefined) call.abandon()
    return result
  })
