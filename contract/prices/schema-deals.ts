import * as z from 'zod/mini'
import { DEAL_PERCENT_MAX } from './deals.ts'

const deal = { percent: z.int().check(z.positive(), z.maximum(DEAL_PERCENT_MAX)), until: z.int().check(z.positive()) }

/** A reduced price with its end, as a store writes it (deals.ts). */
export const DealSchema = z.object(deal)

/**
 * The same as buyers have it: `ladder` is the reduced one while it is on, `usual` the one that holds after its end. An
 * older server says nothing of deals.
 */
export const ProductDeal = z.object({
  ...deal,
  usual: z.array(z.object({ from: z.int(), price: z.int() })).check(z.minLength(1)),
})
