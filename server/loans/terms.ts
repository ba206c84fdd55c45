import { parseMinor } from '#contract/currencies/money.ts'
import { LOAN_AMOUNT_MAX, LOAN_MONTHS_MAX, LOAN_RATE_MAX, type LoanTerms } from '#contract/loans/rules.ts'
import { LoanTermsSchema } from '#contract/loans/schema-row.ts'

/** The most terms to choose from. */
const MONTHS_MAX = 12

/** Reads the terms of the market's loans from its setting; null while it lends nothing. */
export function readLoanTerms(text: string): LoanTerms | null {
  return text === '' ? null : LoanTermsSchema.parse(JSON.parse(text))
}

/** Reads interest a year in percent ("8.5") as basis points; undefined where it is none. */
export function parseRate(text: string): number | undefined {
  const found = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(text)
  if (!found) return undefined
  const rate = Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
  return rate <= LOAN_RATE_MAX ? rate : undefined
}

/** Reads a term in months; undefined where it is none. */
export const parseMonths = (text: string): number | undefined =>
  /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= LOAN_MONTHS_MAX ? Number(text) : undefined

/** Reads an amount that may be lent, in the currency's decimals; undefined where it is none. */
export function parseLoanAmount(text: string, currency: string): number | undefined {
  const amount = parseMinor(text, currency)
  return amount !== undefined && amount > 0 && amount <= LOAN_AMOUNT_MAX ? amount : undefined
}

/** Reads `USD 500-50000 3,6,12 8.5`: currency, least and most, terms in months, interest a year in percent. */
export function parseLoanTerms(text: string): LoanTerms | undefined {
  const [, currency = '', from = '', to = '', terms = '', interest = ''] =
    /^([A-Z]{3}) (\d+(?:\.\d+)?)-(\d+(?:\.\d+)?) (\d+(?:,\d+)*) (\d+(?:\.\d+)?)$/.exec(text.trim()) ?? []
  const [least, most] = [parseLoanAmount(from, currency), parseLoanAmount(to, currency)]
  const months = terms.split(',').map(parseMonths)
  const rate = parseRate(interest)
  if (least === undefined || most === undefined || least > most || rate === undefined) return undefined
  if (months.length > MONTHS_MAX || months.includes(undefined)) return undefined
  return { currency, least, most, months: [...new Set(months as number[])].sort((a, b) => a - b), rate }
}
