import * as z from 'zod/mini'
import { zoneWays } from './charges.ts'
import { MinorUnits } from '../currencies/schema-money.ts'
import { openArray, openEnum } from '../wire/schema-open.ts'

// The charges and promises of a store for an order, as its row in the catalogue states them.

const count = z.int().check(z.nonnegative())

/** The least that one order holds (stores/least-order.ts): pieces, or minor units of the store's currency. */
export const StoreLeast = z.object({
  pieces: z.optional(z.int().check(z.positive())),
  amount: z.optional(MinorUnits.check(z.positive())),
})

const days = z.object({ least: count, most: count })
/** Countries that a store ships to at one price (charges.ts). */
export const ZoneSchema = z.object({
  countries: z.array(z.string()),
  by: openEnum(zoneWays),
  price: count,
  grams: z.optional(count),
  steps: z.optional(z.array(z.object({ from: count, price: count }))),
  freeFrom: z.nullable(count),
  days: z.nullable(days),
})
export const TaxSchema = z.object({ rate: count, included: z.boolean() })

/**
 * Shipping of one order in minor units of the store's currency, taxes on its goods in basis points, the days to areas
 * that it states by their codes, its holiday (YYYY-MM-DD), and what it announces (terms.ts). Where it has
 * zones or taxes by country these decide, and the two numbers are the highest of them, for devices that know of none.
 */
export const StoreTerms = z.object({
  shipping: MinorUnits.check(z.nonnegative()),
  taxBasisPoints: count,
  zones: z.optional(openArray(ZoneSchema)),
  taxes: z.optional(openArray(z.extend(TaxSchema, { country: z.string() }))),
  days: openArray(z.extend(days, { area: z.string() })),
  holiday: z.nullable(z.object({ from: z.string(), to: z.string() })),
  announcement: z.string(),
})
