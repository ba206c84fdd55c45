import type { Input } from '#contract/registry.ts'
import { audit, type Actor } from '../audit/audit.ts'
import type { Db } from '../db/tables/tables.ts'
import { containing } from '../db/within.ts'
import { readLoan } from './change.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { moveLoan, type LoanDecision } from './move.ts'

/** An application that waits for the operator, with who made it. */
export interface LoanToAnswer {
  id: string
  user_id: string
  email: string
  amount: number
  currency: string
  months: number
  rate: number
  purpose: string
  mobile: string
  name: string
  at: Date
}

/** Applications that wait for an answer, the oldest first; of those whose name or address has a text in it. */
export const askedLoans = (db: Db, limit: number, find = ''): Promise<LoanToAnswer[]> =>
  db
    .selectFrom('loans as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['l.id', 'l.user_id', 'u.email', 'l.amount', 'l.currency', 'l.months', 'l.rate', 'l.purpose', 'l.mobile'])
    .select(['l.name', 'l.at'])
    .where('l.state', '=', 'applied')
    .where((eb) => eb.or([eb('l.name', 'ilike', containing(find)), eb('u.email', 'ilike', containing(find))]))
    .orderBy('l.at')
    .limit(limit)
    .execute()

const DAY_MS = 86_400_000

/** An answer as the desk asks for it, at `now` (Unix ms). */
export const loanDecisionOf = ({ note, offer }: Input<'operator.answerLoan'>, now: number): LoanDecision => ({
  note: note.trim(),
  ...(offer && {
    offer: {
      amount: offer.amount,
      months: offer.months,
      rate: offer.rate,
      until: new Date(now + offer.days * DAY_MS),
    },
  }),
})

/**
 * Answers an application: an offer, or a refusal in words; false when it does not wait any more. `now` is Unix ms.
 */
export const answerLoan = (
  db: Db,
  { id, user_id: userId }: Pick<LoanToAnswer, 'id' | 'user_id'>,
  answer: LoanDecision,
  now: number,
  actor: Actor,
): Promise<boolean> =>
  ownerTransaction(db, userId, async (call) => {
    const loan = await readLoan(call.tx, userId, id)
    if (loan?.state !== 'applied') return false
    const moved = await moveLoan(call, loan, answer.offer ? 'offer' : 'refuse', now, answer)
    const { state } = moved
    await audit(call.tx, {
      ...actor,
      what: answer.offer ? 'loan.offer' : 'loan.refuse',
      subject: `loan:${id}`,
      before: { state: loan.state, amount: loan.amount, months: loan.months, rate: loan.rate },
      after: { state, ...answer.offer, note: answer.note },
    })
    return true
  })
