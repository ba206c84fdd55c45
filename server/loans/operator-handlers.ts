import { accepted, refused, type HandlersFor } from '../http/handlers.ts'
import { askedLoans } from './answer.ts'
import { actOf } from '../operator/change.ts'

/** At most so many are shown at once; they go as they are answered. */
const SHOWN = 100

/** The operator's desk for loans. */
export const operatorLoanHandlers: HandlersFor<'operator.loans' | 'operator.answerLoan'> = {
  'operator.loans': async ({ db }, { find }) => {
    const found = await askedLoans(db, SHOWN + 1, find)
    const loans = found
      .slice(0, SHOWN)
      .map(({ user_id: person, at, ...loan }) => ({ ...loan, person, at: at.getTime() }))
    return accepted({ loans, more: found.length > SHOWN })
  },
  'operator.answerLoan': async (call, answer) => {
    if (!answer.offer && answer.note.trim() === '') return refused('invalid', { path: 'note' })
    return actOf(call, { act: 'loan', answer })
  },
}
