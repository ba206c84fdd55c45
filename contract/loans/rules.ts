// Applications for a loan. Apart from the schemas, so that a page can obey it without carrying the schemas' library.
// The market keeps application and answer; paying out and paying back are between the applicant and the lender, and no
// fee is asked for an answer.

export const loanStates = ['applied', 'offered', 'accepted', 'declined', 'refused', 'withdrawn', 'expired'] as const
export type LoanState = (typeof loanStates)[number]
export type LoanEvent = 'offer' | 'refuse' | 'withdraw' | 'accept' | 'decline' | 'expire'

/**
 * The events that can happen to an application in each state: the operator offers and refuses, the clock lets offers
 * expire.
 */
const transitions: Record<LoanState, Partial<Record<LoanEvent, LoanState>>> = {
  applied: { offer: 'offered', refuse: 'refused', withdraw: 'withdrawn' },
  offered: { accept: 'accepted', decline: 'declined', expire: 'expired' },
  accepted: {},
  declined: {},
  refused: {},
  withdrawn: {},
  expired: {},
}

/** The state after an event; undefined where it cannot happen. */
export const nextLoanState = (state: string, event: LoanEvent): LoanState | undefined =>
  (transitions as Record<string, Partial<Record<LoanEvent, LoanState>> | undefined>)[state]?.[event]

/** Whether somebody still has to answer. */
export const isOpenLoan = (state: string): boolean => state === 'applied' || state === 'offered'

/**
 * The market's lending terms: amounts in minor units of the currency, durations in months, interest a year in basis
 * points.
 */
export interface LoanTerms {
  currency: string
  least: number
  most: number
  months: number[]
  rate: number
}

/** Interest a year as people write it: 850 basis points are "8.5". */
export const interestText = (rate: number): string => String(rate / 100)

/** The most characters of a purpose, and of the operator's words. */
export const LOAN_PURPOSE_MAX = 1000
export const LOAN_NOTE_MAX = 1000
/**
 * The largest number of applications of a person in a year; the longest term (months); the highest rate (basis points).
 */
export const LOANS_A_YEAR = 12
export const LOAN_MONTHS_MAX = 120
export const LOAN_RATE_MAX = 10_000
/** The longest time for which an offer holds (days). */
export const LOAN_OFFER_DAYS_MAX = 90
/** The largest amount (minor units): its interest stays a whole number that can be counted. */
export const LOAN_AMOUNT_MAX = 10_000_000_000

/** The repayments of a loan (minor units): the first and the last instalment, all interest, and everything together. */
export interface Repayment {
  first: number
  last: number
  interest: number
  total: number
}

/**
 * Reckons a loan that is paid back in equal parts, with each month's interest on what is still owed, rounded up to the
 * minor unit.
 */
export function repaymentOf({ amount, months, rate }: { amount: number; months: number; rate: number }): Repayment {
  const part = Math.floor(amount / months)
  const interestOn = (owed: number): number => Math.ceil((owed * rate) / 120_000)
  let interest = 0
  for (let month = 0; month < months; month++) interest += interestOn(amount - month * part)
  const rest = amount - (months - 1) * part
  return {
    first: (months === 1 ? rest : part) + interestOn(amount),
    last: rest + interestOn(rest),
    interest,
    total: amount + interest,
  }
}
