import * as z from 'zod/mini'

/** ISO 4217 code, or a coin's ticker. */
export const Currency = z.string().check(z.regex(/^[A-Z]{3,5}$/))

/** Minor units (cents) of a currency: an integer, never a float (law 7). */
export const MinorUnits = z.int()

/** An amount of money: integer minor units with their currency. */
export const Money = z.object({ amount: MinorUnits, currency: Currency })
export type Money = z.infer<typeof Money>

/** The worth of a unit of a currency in the market's currency (exchange.ts), from `at` (Unix ms) on. */
export const RateSchema = z.object({
  id: z.int().check(z.nonnegative()),
  currency: Currency,
  numerator: z.int().check(z.positive()),
  denominator: z.int().check(z.positive()),
  at: z.number(),
})
