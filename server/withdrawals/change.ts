import { sql, type Selectable } from 'kysely'
import type { Change } from '#contract/sync/schema-changes.ts'
import type { Withdrawal } from '#contract/withdrawals/schema-row.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import type { WithdrawalTables } from '../db/tables/withdrawals.ts'
import { isChosen, type RowChoice } from '../feed/choice.ts'

/** A row of the table of withdrawals. */
export type WithdrawalRow = Selectable<WithdrawalTables['withdrawals']>

/** The account that a withdrawal is from, and the person who asks for it. */
export type WithdrawalSource = Pick<WithdrawalRow, 'user_id' | 'store_id' | 'asked_by'>

/** A withdrawal as its owner sees it. */
const withdrawalJson = (w: WithdrawalRow): Withdrawal => ({
  ...{ id: w.id, network: w.network, asset: w.asset, address: w.address, amount: w.amount, fee: w.fee },
  ...{ state: w.state, txid: w.txid, confirmations: w.confirmations, needed: w.needed, reason: w.reason },
  at: w.at.getTime(),
  readyAt: w.ready_at.getTime(),
  endedAt: w.ended_at?.getTime() ?? null,
  ...(w.store_id !== null && { by: w.asked_by }),
})

/** A withdrawal as the feed carries it. */
export const withdrawalChange = (w: WithdrawalRow): Change => ({
  table: 'withdrawals',
  key: w.id,
  rev: w.rev,
  row: withdrawalJson(w),
})

/** Reads the chosen withdrawals of a person or a store. */
export async function readWithdrawals(db: Db | Tx, uid: string, choice: RowChoice): Promise<Change[]> {
  const chosen = isChosen(choice, 'withdrawals', { rev: sql`rev`, key: sql`id`, type: 'uuid' })
  const { rows } = await sql<WithdrawalRow>`
    select * from withdrawals where user_id = ${uid}::uuid and ${chosen}`.execute(db)
  return rows.map(withdrawalChange)
}
