import * as z from 'zod/mini'
import { BACK_DAYS_MAX, BACK_PIECES_MAX } from './back-orders.ts'

/** How far a product can be ordered beyond its shelf, as a store writes it (back-orders.ts). */
export const BackOrdersSchema = z.object({
  pieces: z.int().check(z.positive(), z.maximum(BACK_PIECES_MAX)),
  days: z.int().check(z.positive(), z.maximum(BACK_DAYS_MAX)),
})

/** The same as others have it: what is shown, whatever the bounds of a later version are. */
export const BackOrdersSeen = z.object({ pieces: z.int(), days: z.int() })
