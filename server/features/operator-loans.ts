import { accepted, refused, type HandlersFor } from '../http/handlers.ts'
import { answerLoan, askedLoans } from '../loans/answer.ts'

/** At most so many are shown at once; they go as they are answered. */
const SHOWN = 100
const DAY_MS = 86_400_000

/** The operator's desk for loans. */
export const operatorLoanHandlers: HandlersFor<'operator.loans' | 'operator.answerLoan'> = {
  'operator.loans': async ({ db }, { find }) => {
    const found = await askedLoans(db, SHOWN + 1, find)
    const loans = found
      .slice(0, SHOWN)
      .map(({ user_id: person, at, ...loan }) => ({ ...loan, person, at: at.getTime() }))
    return accepted({ loans, more: found.length > SHOWN })
  },
  'operator.answerLoan': async (call, { id, person, note, offer }) => {
    const words = note.trim()
    if (!offer && words === '') return refused('invalid', { path: 'note' })
    const until = (days: number): Date => new Date(call.now() + days * DAY_MS)
    const answer = {
      note: words,
      ...(offer && {
        offer: { amount: offer.amount, months: offer.months, rate: offer.rate, until: until(offer.days) },
      }),
    }
    const actor = { by: call.user.id, via: 'screen' } as const
    const done = await answerLoan(call.db, { id, user_id: person }, answer, call.now(), actor)
    return done ? accepted({}) : refused('loanMoved')
  },
}
