import * as z from 'zod/mini'
import { mutation } from '../wire/mutation.ts'
import { LOAN_AMOUNT_MAX, LOAN_MONTHS_MAX, LOAN_PURPOSE_MAX, LOAN_RATE_MAX } from './rules.ts'

const loanKey = (id: string): `loans/${string}` => `loans/${id}`
const lanes = (): string[] => ['loans']
const line = (least: number, most: number) =>
  z.string().check(z.minLength(least), z.maxLength(most), z.regex(/^[^\p{Cc}]*$/u))

/**
 * Applies for a loan on the terms that were shown: currency and interest are part of it, and other ones are refused.
 * One application of a person is open at a time.
 */
export const loanApply = mutation({
  path: '/api/loan/apply',
  tables: ['loans'],
  payload: z.object({
    id: z.uuid(),
    amount: z.int().check(z.minimum(1), z.maximum(LOAN_AMOUNT_MAX)),
    currency: z.string().check(z.maxLength(10)),
    months: z.int().check(z.minimum(1), z.maximum(LOAN_MONTHS_MAX)),
    rate: z.int().check(z.minimum(0), z.maximum(LOAN_RATE_MAX)),
    purpose: z.string().check(z.minLength(1), z.maxLength(LOAN_PURPOSE_MAX)),
    mobile: line(4, 40),
    name: line(1, 100),
  }),
  guest: false,
  sealed: { within: undefined, fields: ['purpose', 'mobile', 'name'] },
  kept: true,
  lanes,
  keys: (p) => [loanKey(p.id)],
})

/** Takes an application back before it has been answered. */
export const loanWithdraw = mutation({
  path: '/api/loan/withdraw',
  tables: ['loans'],
  payload: z.object({ id: z.uuid() }),
  guest: false,
  lanes,
  keys: (p) => [loanKey(p.id)],
})

/** Accepts or declines the operator's offer: the one that was seen, by the moment it was made. */
export const loanAnswer = mutation({
  path: '/api/loan/answer',
  tables: ['loans'],
  payload: z.object({ id: z.uuid(), offerAt: z.int(), accept: z.boolean() }),
  guest: false,
  kept: true,
  lanes,
  keys: (p) => [loanKey(p.id)],
})
