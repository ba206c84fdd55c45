import type { Payload } from '#contract/registry.ts'
import type { Loan } from '#contract/loans/schema-row.ts'
import { nextLoanState, type LoanEvent } from '#contract/loans/rules.ts'
import type { GuessesFor } from './guess.ts'

const moved = (row: Loan | null, event: LoanEvent, endedAt: number): Loan | null => {
  const state = row && nextLoanState(row.state, event)
  return state ? { ...row, state, endedAt } : row
}

/** An application as it was written; its sealed fields stay so. */
const applied = (
  { id, amount, currency, months, rate, purpose, mobile, name }: Payload<'loan.apply'>,
  at: number,
): Loan => ({
  id,
  state: 'applied',
  amount,
  currency,
  months,
  rate,
  purpose,
  mobile,
  name,
  at,
  answer: null,
  endedAt: null,
})

export const loanGuesses: GuessesFor<'loan.apply' | 'loan.withdraw' | 'loan.answer'> = {
  'loan.apply': (row, p, { at }) => row ?? applied(p, at),
  'loan.withdraw': (row, _p, { at }) => moved(row, 'withdraw', at),
  'loan.answer': (row, p, { at }) =>
    row?.answer?.at === p.offerAt ? moved(row, p.accept ? 'accept' : 'decline', at) : row,
}
