import type { Loan } from '#contract/loans/schema-row.ts'
import type { Readers } from '../../read.ts'

/** An application for a loan as the screens show it; `pending` while a change of it is not at the server. */
export interface LoanItem extends Loan {
  pending: boolean
}

/** A person's applications, newest first; their words are sealed. */
export async function loanItems({ user }: Readers): Promise<LoanItem[]> {
  const rows = (await user.loans.toArray()).flatMap((row) =>
    row.shown ? [{ ...row.shown, pending: row.pending > 0 }] : [],
  )
  return rows.sort((a, b) => b.at - a.at)
}
