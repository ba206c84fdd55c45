import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { LOAN_AMOUNT_MAX, LOAN_MONTHS_MAX, LOAN_NOTE_MAX, LOAN_OFFER_DAYS_MAX, LOAN_RATE_MAX } from './rules.ts'
import { openArray, openEnum } from '../wire/schema-open.ts'

/** An application that waits for the operator; amounts in minor units, `rate` in basis points, `at` in Unix ms. */
export const AskedLoan = z.object({
  id: z.uuid(),
  person: z.uuid(),
  email: z.string(),
  name: z.string(),
  mobile: z.string(),
  purpose: z.string(),
  amount: z.int(),
  currency: z.string(),
  months: z.int(),
  rate: z.int(),
  at: z.number(),
})
export type AskedLoan = z.infer<typeof AskedLoan>

/**
 * Applications for a loan that wait, the oldest first; `find` is part of a name or an address, and `more` wait beyond
 * these.
 */
export const operatorLoans = endpoint({
  method: 'POST',
  path: '/api/operator/loans',
  access: 'operator',
  right: 'money',
  input: z.object({ find: z.optional(z.string().check(z.maxLength(100))) }),
  output: z.object({ loans: openArray(AskedLoan), more: z.boolean() }),
})

/** Answers one: with an offer that holds for so many days, or with a refusal, which says why. */
export const operatorAnswerLoan = endpoint({
  method: 'POST',
  path: '/api/operator/answerLoan',
  access: 'operator',
  right: 'money',
  input: z.object({
    id: z.uuid(),
    person: z.uuid(),
    note: z.string().check(z.maxLength(LOAN_NOTE_MAX)),
    offer: z.nullable(
      z.object({
        amount: z.int().check(z.minimum(1), z.maximum(LOAN_AMOUNT_MAX)),
        months: z.int().check(z.minimum(1), z.maximum(LOAN_MONTHS_MAX)),
        rate: z.int().check(z.minimum(0), z.maximum(LOAN_RATE_MAX)),
        days: z.int().check(z.minimum(1), z.maximum(LOAN_OFFER_DAYS_MAX)),
      }),
    ),
  }),
  /** `waits`: one's own is answered by two operators. */
  output: z.object({ became: z.optional(openEnum(['done', 'waits'] as const)), aloneFrom: z.optional(z.number()) }),
})
