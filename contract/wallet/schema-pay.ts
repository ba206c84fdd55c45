import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { FeedRows } from '../sync/schema-changes.ts'
import { openArray, openEnum } from '../wire/schema-open.ts'
import { orderId } from '../orders/schema.ts'
import { AssetName, Units } from '../ledger/schema-row.ts'
import { Position } from '../sync/schema.ts'

const ids = z.array(orderId).check(z.minLength(1), z.maxLength(50))

/** Whether orders can be paid at a coin's rate: it may be too old, or wait until operators agree to another. */
export const coinRateStates = ['payable', 'old', 'waits'] as const
export type CoinRateState = (typeof coinRateStates)[number]

/** The rate of one coin in the market's currency, from `at` (Unix ms) on; a fixed one does not grow old. */
export const PayRate = z.object({
  coin: z.string(),
  numerator: z.int().check(z.positive()),
  denominator: z.int().check(z.positive()),
  at: z.number(),
  fixed: z.boolean(),
  state: openEnum(coinRateStates),
})
export type PayRate = z.infer<typeof PayRate>

/** The cost of unpaid orders in a coin: valid for `seconds`, and for one payment. */
export const PayQuote = z.object({
  id: z.uuid(),
  asset: AssetName,
  rate: PayRate,
  units: Units,
  orders: openArray(z.object({ id: z.string(), units: Units })),
  seconds: z.int(),
})
export type PayQuote = z.infer<typeof PayQuote>

/**
 * States the cost of orders together in each coin. A quote takes the place of the person's earlier one in that coin.
 * `closed` are the coins that cannot be used now. Orders that are paid already cost nothing; where all are, there
 * are no quotes.
 */
export const orderPayQuote = endpoint({
  method: 'POST',
  path: '/api/order/payQuote',
  access: 'session',
  input: z.object({ ids }),
  output: z.object({ quotes: openArray(PayQuote), closed: openArray(PayRate) }),
})

/**
 * Pays unpaid orders from the balance, all or none, with the fund password; never queued. It takes the amount of a
 * quote (`order.payQuote`), in its coin. Older apps name none and pay USDT, while a dollar costs no more than one.
 * `rows` are the orders as they then are. `also` has the other rows that the payment wrote, because older apps expect
 * only orders in `rows`. `position` is the feed's position after all of them. It is absent when this server does not
 * know the device's own position, having been restored from a backup; the device learns that with its next push or
 * pull.
 */
export const orderPay = endpoint({
  method: 'POST',
  path: '/api/order/pay',
  access: 'session',
  input: z.object({
    ids,
    quote: z.optional(z.uuid()),
    password: z.string().check(z.maxLength(200)),
    position: z.optional(Position),
  }),
  output: z.object({ rows: FeedRows, also: z.optional(FeedRows), position: z.optional(z.string()) }),
})
