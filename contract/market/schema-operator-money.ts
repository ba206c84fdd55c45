import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { openArray, openEnum } from '../wire/schema-open.ts'

/** The limits that the money desk sets. */
const moneyLimits = [
  'unpaid',
  'second',
  'rateStep',
  'rateAge',
  'payQuoteMinutes',
  'newAddressHours',
  'withdrawOne',
  'withdrawTwo',
  'withdrawFactor',
  'storeDay',
  'soleWaits',
  'fee',
  'sweepPercent',
] as const
export type MoneyLimit = (typeof moneyLimits)[number]

/** Exchange rates as they stand, and the limits as decimals of the market's currency. */
export const money = endpoint({
  method: 'POST',
  path: '/api/operator/money',
  access: 'operator',
  right: 'money',
  input: z.object({}),
  output: z.object({
    rates: openArray(
      z.object({
        currency: z.string(),
        rate: z.string(),
        at: z.number(),
        /** Absent from an older server. */
        fixed: z.optional(z.boolean()),
        /** Whether it is too old for payments. */
        old: z.optional(z.boolean()),
        /** Whether the source of rates has stopped the coin. */
        stopped: z.optional(z.boolean()),
      }),
    ),
    second: z.string(),
    unpaid: z.string(),
    /** How far one operator alone moves a rate within a day (percent); absent from an older server. */
    rateStep: z.optional(z.int()),
    /** The maximum age of a rate for payments (hours). */
    rateAge: z.optional(z.int()),
    /** How long a quoted amount stays valid (minutes). */
    payQuoteMinutes: z.optional(z.int()),
    /** How long a withdrawal to a new address waits (hours). */
    newAddressHours: z.optional(z.int()),
    /** The most that a person withdraws in a day without an operator, a second one, or a second factor. */
    withdrawOne: z.optional(z.string()),
    withdrawTwo: z.optional(z.string()),
    withdrawFactor: z.optional(z.string()),
    /** Changes that a store may make in a day. */
    storeDay: z.optional(z.int()),
    /** Those of the store that has made most of them today (UTC). */
    storeDayMost: z.optional(z.int()),
    /** How long an act waits that nobody else can agree to (hours). */
    soleWaits: z.optional(z.int()),
    /** The market's fee on orders that are paid now (percent), and a higher one that follows at a time. */
    fee: z.optional(z.string()),
    feeNext: z.optional(z.nullable(z.object({ fee: z.string(), from: z.number() }))),
    /** The most that collecting deposits may cost, as a percentage of their amount. */
    sweepPercent: z.optional(z.int()),
  }),
})

/**
 * Sets what a currency's unit is worth, or a limit of one operator alone. A looser limit, or a rate beyond its limit,
 * waits for another operator.
 */
export const moneySet = endpoint({
  method: 'POST',
  path: '/api/operator/moneySet',
  access: 'operator',
  right: 'money',
  input: z.object({
    what: z.enum(['rate', ...moneyLimits]),
    currency: z.optional(z.string().check(z.trim(), z.maxLength(5))),
    fixed: z.optional(z.boolean()),
    amount: z.string().check(z.trim(), z.minLength(1), z.maxLength(30)),
  }),
  /** Absent from an older server where no second operator was asked. */
  output: z.object({ became: z.optional(openEnum(['done', 'waits'] as const)), aloneFrom: z.optional(z.number()) }),
})
