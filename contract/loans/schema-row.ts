import * as z from 'zod/mini'
import { loanStates } from './rules.ts'
import { openEnum } from '../wire/schema-open.ts'

// The row of an application for a loan; part of sync/schema-rows.ts.

const amount = z.int().check(z.nonnegative())

/** The market's lending terms (rules.ts). */
export const LoanTermsSchema = z.object({
  currency: z.string(),
  least: amount,
  most: amount,
  months: z.array(z.int().check(z.positive())),
  rate: amount,
})

/**
 * An application for a loan. `rate` is interest a year in basis points; purpose, name and mobile number are sealed on
 * the device. `answer` is the operator's: an offer with its own figures, which holds until `until`, or a refusal, whose
 * figures are the application's and `until` null. Times in Unix ms.
 */
export const Loan = z.object({
  id: z.uuid(),
  state: openEnum(loanStates),
  amount,
  currency: z.string(),
  months: z.int().check(z.positive()),
  rate: amount,
  purpose: z.string(),
  mobile: z.string(),
  name: z.string(),
  at: z.number(),
  answer: z.nullable(
    z.object({
      amount,
      months: z.int().check(z.positive()),
      rate: amount,
      note: z.string(),
      until: z.nullable(z.number()),
      at: z.number(),
    }),
  ),
  endedAt: z.nullable(z.number()),
})
export type Loan = z.infer<typeof Loan>
