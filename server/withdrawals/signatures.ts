import { sql } from 'kysely'
import type { Approval } from '#contract/withdrawals/approval.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import type { WithdrawalRow } from './change.ts'
import { cannot } from '../operator/answer.ts'
import { isApproved } from '../signer/protocol/approval.ts'
import { APPROVALS_MAX } from '../signer/protocol/protocol.ts'

// Operators' signatures under withdrawals. The market only stores them; the signer decides which keys count.

/** How far the clock of an operator's device may be off (ms). The signer stops counting a signature after 7 days. */
const CLOCK_MS = 86_400_000

/** Checks the time in an operator's signature. @throws OperatorError where the device's clock is wrong */
export function checkClock(approval: Approval | undefined, now: number): void {
  if (approval && Math.abs(approval.at - now) > CLOCK_MS) throw cannot('cannot.wrongClock')
}

/** Checks an operator's signature under a withdrawal. @throws OperatorError where it is wrong */
export async function checkApproval(row: WithdrawalRow, approval: Approval): Promise<void> {
  if (!(await isApproved(row, approval))) throw cannot('cannot.wrongApproval')
}

/**
 * Stores an operator's signature under a withdrawal: one for each key, of the newest keys.
 *
 * @throws OperatorError where it is wrong
 */
export async function storeApproval(tx: Tx, row: WithdrawalRow, approval: Approval, by: string): Promise<void> {
  await checkApproval(row, approval)
  const { key, signature, at } = approval
  await sql`
    insert into withdrawal_approvals (withdrawal_id, key, signature, signed_at, user_id, at)
    values (${row.id}::uuid, ${key}, ${signature}, ${at}::bigint, ${by}::uuid, clock_timestamp())
    on conflict (withdrawal_id, key) do update
      set signature = excluded.signature, signed_at = excluded.signed_at, at = excluded.at`.execute(tx)
  // Timestamps can tie, so this key is excluded by its name.
  await sql`
    delete from withdrawal_approvals where (withdrawal_id, key) in (
      select withdrawal_id, key from withdrawal_approvals where withdrawal_id = ${row.id}::uuid and key <> ${key}
      order by at desc, key offset ${sql.lit(APPROVALS_MAX - 1)})`.execute(tx)
}

/** Operators' signatures under a withdrawal, the oldest first. */
export const approvalsFor = (tx: Db | Tx, withdrawalId: string): Promise<Approval[]> =>
  tx
    .selectFrom('withdrawal_approvals')
    .select(['key', 'signature', 'signed_at as at'])
    .where('withdrawal_id', '=', withdrawalId)
    .orderBy('at')
    .orderBy('key')
    .execute()
