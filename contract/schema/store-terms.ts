import * as z from 'zod/mini'
import { MinorUnits } from './money.ts'
import { openArray } from './open.ts'

// What a store asks and promises for an order, as its row in the catalogue says it.

const count = z.int().check(z.nonnegative())

/** What one order holds at least (rules/least-order.ts): pieces, or minor units of the store's currency. */
export const StoreLeast = z.object({
  pieces: z.optional(z.int().check(z.positive())),
  amount: z.optional(MinorUnits.check(z.positive())),
})

/**
 * Shipping of one order in minor units of the store's currency, taxes on its goods in basis points, the days to areas
 * that it states by their codes, its holiday (YYYY-MM-DD), and what it announces (rules/store-terms.ts).
 */
export const StoreTerms = z.object({
  shipping: MinorUnits.check(z.nonnegative()),
  taxBasisPoints: count,
  days: openArray(z.object({ area: z.string(), least: count, most: count })),
  holiday: z.nullable(z.object({ from: z.string(), to: z.string() })),
  announcement: z.string(),
})
