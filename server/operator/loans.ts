import { isOpenLoan, LOAN_NOTE_MAX } from '#contract/rules/loans.ts'
import { amountText } from '#contract/rules/money.ts'
import type { Db } from '../db/tables.ts'
import { readLoan } from '../feed/loan-change.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { moveLoan, type Answer } from '../loans/move.ts'
import { parseLoanAmount, parseMonths, parseRate, rateText } from '../loans/terms.ts'
import { OperatorError, wholeNumber } from './answer.ts'

const LISTED = 100
/** The longest time for which an offer may hold (days). */
const DAYS_MAX = 90

/** An application that waits for the operator, with who made it. */
export interface AskedLoan {
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

/** Applications that wait for an answer, the oldest first. */
export const askedLoans = (db: Db, limit: number): Promise<AskedLoan[]> =>
  db
    .selectFrom('loans as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['l.id', 'l.user_id', 'u.email', 'l.amount', 'l.currency', 'l.months', 'l.rate', 'l.purpose', 'l.mobile'])
    .select(['l.name', 'l.at'])
    .where('l.state', '=', 'applied')
    .orderBy('l.at')
    .limit(limit)
    .execute()

/**
 * Answers an application: an offer, or a refusal in words. `now` is Unix ms.
 *
 * @throws OperatorError when nobody waits for it any more.
 */
export async function answerLoan(
  db: Db,
  { id, user_id: userId }: Pick<AskedLoan, 'id' | 'user_id'>,
  answer: Answer,
  now: number,
): Promise<void> {
  if (answer.note.length > LOAN_NOTE_MAX)
    throw new OperatorError(`The words to the applicant have ${LOAN_NOTE_MAX} characters at most.`)
  await ownerTransaction(db, userId, async (call) => {
    const loan = await readLoan(call.tx, userId, id)
    if (loan?.state !== 'applied')
      throw new OperatorError(
        loan && !isOpenLoan(loan.state) ? 'The application has ended.' : 'The application does not wait any more.',
      )
    await moveLoan(call, loan, answer.offer ? 'offer' : 'refuse', now, answer)
  })
}

async function found(db: Db, which: string | undefined): Promise<AskedLoan> {
  const all = await askedLoans(db, LISTED)
  const some = all.filter((l) => l.id === which || l.id.slice(0, 8) === which)
  if (some.length !== 1)
    throw new OperatorError(
      `${some.length === 0 ? 'No application' : 'More than one'} is called “${which ?? ''}”. “loan” lists them.`,
    )
  return some[0]!
}

/** `loan`, `loan offer <id> <amount> <months> <percent> <days> [words]`, `loan refuse <id> <words>`. */
export async function operateLoans(db: Db, [verb, which, ...rest]: readonly string[], now: number): Promise<string> {
  if (verb === undefined) {
    const all = await askedLoans(db, LISTED)
    if (all.length === 0) return 'Nobody waits for an answer.'
    return all
      .map((l) =>
        [
          l.id.slice(0, 8),
          l.at.toISOString(),
          l.email,
          amountText(l.amount, l.currency),
          `${l.months} months`,
          `${rateText(l.rate)} % a year`,
          l.name,
          l.mobile,
          l.purpose.replace(/\s+/g, ' ').slice(0, 200),
        ].join('  '),
      )
      .join('\n')
  }
  const loan = await found(db, which)
  if (verb === 'refuse') {
    const note = rest.join(' ').trim()
    if (note === '') throw new OperatorError('A refusal says why.')
    await answerLoan(db, loan, { note }, now)
    return `Refused ${loan.email}.`
  }
  if (verb !== 'offer') throw new OperatorError('An application is offered something, or refused.')
  const [sum = '', term = '', percent = '', days, ...words] = rest
  const [amount, months, rate] = [parseLoanAmount(sum, loan.currency), parseMonths(term), parseRate(percent)]
  if (amount === undefined || months === undefined || rate === undefined)
    throw new OperatorError(
      'An offer reads: loan offer <id> <amount> <months> <percent a year> <days it holds> [words]',
    )
  const holds = wholeNumber(days, 'The number of days')
  if (holds > DAYS_MAX) throw new OperatorError(`An offer holds for ${DAYS_MAX} days at most.`)
  const until = new Date(now + holds * 86_400_000)
  await answerLoan(db, loan, { offer: { amount, months, rate, until }, note: words.join(' ').trim() }, now)
  return `Offered ${loan.email} ${amountText(amount, loan.currency)} over ${months} months, until ${until.toISOString()}.`
}
