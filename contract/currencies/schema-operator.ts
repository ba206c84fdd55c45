import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { currencyKept } from './market.ts'
import { RATES_AT_ONCE } from './rates.ts'
import { openArray, openEnum } from '../wire/schema-open.ts'

// The currencies and coins of the market, and their worth.

/** Where a rate is from. */
const from = {
  /** `screen`, `command`, or the name of a source of rates; empty where that was not kept. */
  source: z.string(),
  /** The operator who set it on a screen, and the one who had asked for it where it took two. */
  by: z.nullable(z.string()),
  asked: z.nullable(z.string()),
}

const DeskRate = z.object({
  currency: z.string(),
  /** The worth of one unit in the market's currency, as a decimal, from `at` (Unix ms) on. */
  rate: z.string(),
  at: z.number(),
  fixed: z.boolean(),
  /** Too old for payments. */
  old: z.boolean(),
  /** The source of rates has stopped it, since it jumped. */
  stopped: z.boolean(),
  /** Another rate waits for a second operator. */
  waits: z.boolean(),
  /** A currency in use or a coin; any other code can only be removed. */
  known: z.boolean(),
  ...from,
})
export type DeskRate = z.infer<typeof DeskRate>

/** The market's currency, why it is fixed (null: it can be chosen), and the limits that are amounts in it. */
const Market = z.object({
  currency: z.string(),
  kept: z.nullable(openEnum(currencyKept)),
  /** By the names of their settings, in minor units. */
  limits: openArray(z.object({ limit: z.string(), amount: z.int() })),
})
export type DeskMarket = z.infer<typeof Market>

/** The rates as they stand. */
export const currencies = endpoint({
  method: 'POST',
  path: '/api/operator/currencies',
  access: 'operator',
  right: 'money',
  input: z.object({}),
  /**
   * `step`: how far one operator alone moves a rate within a day (percent). An older server does not state `market`.
   */
  output: z.object({ rates: openArray(DeskRate), step: z.int(), market: z.optional(Market) }),
})

const code = z.string().check(z.regex(/^[A-Z]{3,5}$/))
const PastRate = z.object({ id: z.int(), rate: z.string(), at: z.number(), ...from })
export type PastRate = z.infer<typeof PastRate>

const Use = z.object({
  /** Stores that have it, or have goods in it, and the names of some. */
  stores: z.int(),
  names: openArray(z.string()),
  goods: z.int(),
  /** Unpaid orders, and price requests that go on. */
  orders: z.int(),
  quotes: z.int(),
  /** People, stores, orders and withdrawals that hold a coin. */
  holders: z.int(),
})
export type CurrencyUse = z.infer<typeof Use>

/** The latest rates of a currency or coin, the newest first, and who uses it. */
export const currency = endpoint({
  method: 'POST',
  path: '/api/operator/currency',
  access: 'operator',
  right: 'money',
  input: z.object({ currency: code }),
  output: z.object({ past: openArray(PastRate), use: Use }),
})

/**
 * Sets rates. Those that one operator may not set alone wait for another, all of them as one act: `waits` names them.
 */
export const ratesSet = endpoint({
  method: 'POST',
  path: '/api/operator/ratesSet',
  access: 'operator',
  right: 'money',
  input: z.object({
    rates: z
      .array(
        z.object({
          currency: z.string().check(z.trim(), z.maxLength(5)),
          amount: z.string().check(z.trim(), z.minLength(1), z.maxLength(30)),
          fixed: z.optional(z.boolean()),
        }),
      )
      .check(z.minLength(1), z.maxLength(RATES_AT_ONCE)),
  }),
  output: z.object({
    became: openEnum(['done', 'waits'] as const),
    waits: openArray(z.string()),
    aloneFrom: z.optional(z.number()),
  }),
})

/**
 * Makes a currency the market's, before the first order. `worth`: the worth of one unit of the present currency in it,
 * a decimal by which limits and rates are converted.
 */
export const currencyChoose = endpoint({
  method: 'POST',
  path: '/api/operator/currencyChoose',
  access: 'operator',
  right: 'money',
  input: z.object({ currency: code, worth: z.string().check(z.trim(), z.minLength(1), z.maxLength(30)) }),
  output: z.object({}),
})

/** Removes a currency or coin that nobody uses. */
export const currencyRemove = endpoint({
  method: 'POST',
  path: '/api/operator/currencyRemove',
  access: 'operator',
  right: 'money',
  input: z.object({ currency: code }),
  output: z.object({}),
})
