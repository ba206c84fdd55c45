import { isOpenLoan, LOANS_A_YEAR, nextLoanState } from '#contract/loans/rules.ts'
import type { Payload } from '#contract/registry.ts'
import { loanChange, readLoan, type LoanRow } from './change.ts'
import { refused, type MutationCall, type MutationsFor, type Verdict } from '../http/handlers.ts'
import { moveLoan } from './move.ts'
import { readLoanTerms } from './terms.ts'
import { readSiteSettings } from '../market/settings.ts'

const YEAR_MS = 365 * 86_400_000

const accepted = (loan: LoanRow): Verdict => ({ kind: 'accepted', rows: [loanChange(loan)] })
/** Somebody, or the clock, was faster: the device is told how it stands. */
const moved = (loan: LoanRow): Verdict => ({ ...refused('loanMoved'), rows: [loanChange(loan)] })

async function apply(call: MutationCall, p: Payload<'loan.apply'>): Promise<Verdict> {
  const { tx, userId, rev } = call
  const before = await readLoan(tx, userId, p.id)
  if (before) return accepted(before)
  const terms = readLoanTerms((await readSiteSettings(tx)).loan_terms)
  if (!terms) return refused('loansOff')
  const within = p.amount >= terms.least && p.amount <= terms.most && terms.months.includes(p.months)
  if (!within || p.currency !== terms.currency || p.rate !== terms.rate) return refused('loanTermsMoved')
  const lately = await tx
    .selectFrom('loans')
    .select('state')
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('at', '>', new Date(call.now() - YEAR_MS)), eb('state', 'in', ['applied', 'offered'])]))
    .execute()
  if (lately.some(({ state }) => isOpenLoan(state))) return refused('loanOpen')
  if (lately.length >= LOANS_A_YEAR) return refused('loansFull', { max: LOANS_A_YEAR })
  const loan = await tx
    .insertInto('loans')
    .values({ ...p, user_id: userId, state: 'applied', at: new Date(call.now()), rev })
    .returningAll()
    .executeTakeFirstOrThrow()
  return accepted(loan)
}

async function withdraw(call: MutationCall, { id }: Payload<'loan.withdraw'>): Promise<Verdict> {
  const loan = await readLoan(call.tx, call.userId, id)
  if (!loan) return refused('notFound')
  if (loan.state === 'withdrawn') return accepted(loan)
  if (nextLoanState(loan.state, 'withdraw') === undefined) return moved(loan)
  return accepted(await moveLoan(call, loan, 'withdraw', call.now()))
}

async function answer(call: MutationCall, p: Payload<'loan.answer'>): Promise<Verdict> {
  const event = p.accept ? 'accept' : 'decline'
  const loan = await readLoan(call.tx, call.userId, p.id)
  if (!loan) return refused('notFound')
  const seen = loan.answered_at?.getTime() === p.offerAt
  if (seen && loan.state === (p.accept ? 'accepted' : 'declined')) return accepted(loan)
  const over = loan.until !== null && call.now() > loan.until.getTime()
  if (!seen || over || nextLoanState(loan.state, event) === undefined) return moved(loan)
  return accepted(await moveLoan(call, loan, event, call.now()))
}

export const loanMutations: MutationsFor<'loan.apply' | 'loan.withdraw' | 'loan.answer'> = {
  'loan.apply': apply,
  'loan.withdraw': withdraw,
  'loan.answer': answer,
}
