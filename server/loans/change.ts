import { sql } from 'kysely'
import type { LoanState } from '#contract/loans/rules.ts'
import type { Change } from '#contract/sync/schema-changes.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { isChosen, type RowChoice } from '../feed/choice.ts'

/** An application for a loan as its table has it. */
export interface LoanRow {
  id: string
  user_id: string
  state: LoanState
  amount: number
  currency: string
  months: number
  rate: number
  purpose: string
  mobile: string
  name: string
  at: Date
  offer_amount: number | null
  offer_months: number | null
  offer_rate: number | null
  note: string
  until: Date | null
  answered_at: Date | null
  ended_at: Date | null
  rev: number
}

const answerOf = (l: LoanRow) =>
  l.answered_at && {
    amount: l.offer_amount ?? l.amount,
    months: l.offer_months ?? l.months,
    rate: l.offer_rate ?? l.rate,
    note: l.note,
    until: l.until?.getTime() ?? null,
    at: l.answered_at.getTime(),
  }

/** An application as the feed carries it. */
export const loanChange = (l: LoanRow): Change => ({
  table: 'loans',
  key: l.id,
  rev: l.rev,
  row: {
    id: l.id,
    state: l.state,
    amount: l.amount,
    currency: l.currency,
    months: l.months,
    rate: l.rate,
    purpose: l.purpose,
    mobile: l.mobile,
    name: l.name,
    at: l.at.getTime(),
    answer: answerOf(l),
    endedAt: l.ended_at?.getTime() ?? null,
  },
})

/** A person's application by its id. */
export const readLoan = (tx: Tx, userId: string, id: string): Promise<LoanRow | undefined> =>
  tx.selectFrom('loans').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()

/** The chosen ones of a person's applications. */
export async function readLoans(db: Db, userId: string, choice: RowChoice): Promise<Change[]> {
  const { rows } = await sql<LoanRow>`
    select * from loans where user_id = ${userId}::uuid
      and ${isChosen(choice, 'loans', { rev: sql`rev`, key: sql`id`, type: 'uuid' })}`.execute(db)
  return rows.map(loanChange)
}
