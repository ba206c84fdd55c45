import { LOAN_NOTE_MAX, LOAN_OFFER_DAYS_MAX, interestText } from '#contract/loans/rules.ts'
import { amountText } from '#contract/currencies/money.ts'
import type { Actor } from '../audit/audit.ts'
import type { Db } from '../db/tables/tables.ts'
import { answerLoan, askedLoans, type LoanToAnswer } from './answer.ts'
import type { LoanDecision } from './move.ts'
import { parseLoanAmount, parseMonths, parseRate } from './terms.ts'
import { OperatorError, wholeNumber } from '../operator/answer.ts'

const LISTED = 100

/** Tells the applicant, and the log. */
async function tell(db: Db, loan: LoanToAnswer, answer: LoanDecision, now: number, actor: Actor): Promise<void> {
  if (answer.note.length > LOAN_NOTE_MAX)
    throw new OperatorError(`The words to the applicant have ${LOAN_NOTE_MAX} characters at most.`)
  if (!(await answerLoan(db, loan, answer, now, actor)))
    throw new OperatorError('The application does not wait any more.')
}

async function found(db: Db, which: string | undefined): Promise<LoanToAnswer> {
  const all = await askedLoans(db, LISTED)
  const some = all.filter((l) => l.id === which || l.id.slice(0, 8) === which)
  if (some.length !== 1)
    throw new OperatorError(
      `${some.length === 0 ? 'No application' : 'More than one'} is called “${which ?? ''}”. “loan” lists them.`,
    )
  return some[0]!
}

/** `loan`, `loan offer <id> <amount> <months> <percent> <days> [words]`, `loan refuse <id> <words>`. */
export async function operateLoans(
  db: Db,
  [verb, which, ...rest]: readonly string[],
  now: number,
  actor: Actor,
): Promise<string> {
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
          `${interestText(l.rate)} % a year`,
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
    await tell(db, loan, { note }, now, actor)
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
  if (holds > LOAN_OFFER_DAYS_MAX) throw new OperatorError(`An offer holds for ${LOAN_OFFER_DAYS_MAX} days at most.`)
  const until = new Date(now + holds * 86_400_000)
  await tell(db, loan, { offer: { amount, months, rate, until }, note: words.join(' ').trim() }, now, actor)
  return `Offered ${loan.email} ${amountText(amount, loan.currency)} over ${months} months, until ${until.toISOString()}.`
}
