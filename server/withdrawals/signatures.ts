import { sql } from 'kysely'
import type { Approval } from '#contract/rules/withdrawal-approval.ts'
import type { Db, Tx } from '../db/tables.ts'
import type { WithdrawalRow } from '../feed/withdrawal-change.ts'
import { cannot } from '../operator/answer.ts'
import { isApproved } from '../signer/approval.ts'
import { APPROVALS_MAX } from '../signer/protocol.ts'

// Operators' signatures under withdrawals. The market only keeps them: its signer counts those whose keys it knows.

/** Checks an operator's signature under a withdrawal. @throws OperatorError where it is wrong */
export async function checkApproval(row: WithdrawalRow, approval: Approval): Promise<void> {
  if (!(await isApproved(row, approval))) throw cannot('cannot.wrongApproval')
}

/**
 * Stores an operator's signature under a withdrawal, each key's once, and keeps the latest.
 *
 * @throws OperatorError where it is wrong
 */
export async function storeApproval(tx: Tx, row: WithdrawalRow, approval: Approval, by: string): Promise<void> {
  await checkApproval(row, approval)
  const { key, signature } = approval
  await sql`
    insert into withdrawal_approvals (withdrawal_id, key, signature, user_id, at)
    values (${row.id}::uuid, ${key}, ${signature}, ${by}::uuid, clock_timestamp())
    on conflict (withdrawal_id, key) do nothing`.execute(tx)
  // Never this one, although a clock may give several one time.
  await sql`
    delete from withdrawal_approvals where (withdrawal_id, key) in (
      select withdrawal_id, key from withdrawal_approvals where withdrawal_id = ${row.id}::uuid and key <> ${key}
      order by at desc, key offset ${sql.lit(APPROVALS_MAX - 1)})`.execute(tx)
}

/** Operators' signatures under a withdrawal, the oldest first. */
export const approvalsFor = (tx: Db | Tx, withdrawalId: string): Promise<Approval[]> =>
  tx
    .selectFrom('withdrawal_approvals')
    .select(['key', 'signature'])
    .where('withdrawal_id', '=', withdrawalId)
    .orderBy('at')
    .orderBy('key')
    .execute()
