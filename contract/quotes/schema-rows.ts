import * as z from 'zod/mini'
import { quoteStates } from './rules.ts'
import { Id, IdOrNone } from '../wire/schema-id.ts'
import { openArray, openEnum } from '../wire/schema-open.ts'
import { Picture } from '../pictures/schema.ts'
import { TextsSchema } from '../text/schema-texts.ts'

// The row of a price request to a store; part of sync/schema-rows.ts.

const amount = z.int().check(z.nonnegative())
export const quoteSides = ['buyer', 'store'] as const

/**
 * One round of a quote, in the quote's currency: the buyer's wish (`price` null for none), or the store's offer, which
 * holds `until` (Unix ms).
 */
export const QuoteRoundSchema = z.object({
  by: openEnum(quoteSides),
  at: z.number(),
  lines: z.array(z.object({ variantId: IdOrNone, num: z.int().check(z.positive()), price: z.nullable(amount) })),
  until: z.nullable(z.number()),
})
export type QuoteRoundSchema = z.infer<typeof QuoteRoundSchema>

/**
 * A price of one product that a person asks a store for, with all that was said in it. Texts and picture are what they
 * were when it was asked; empty until the server has it. `deleted` is its tombstone.
 */
export const Quote = z.object({
  id: z.uuid(),
  shopId: Id,
  shopName: z.string(),
  productId: Id,
  title: TextsSchema,
  picture: z.nullable(Picture),
  /** The choices that its rounds name. */
  choices: openArray(z.object({ variantId: Id, label: TextsSchema })),
  currency: z.string(),
  /** Where it is to go, as a country's code; empty for nowhere in particular. */
  country: z.string(),
  state: openEnum(quoteStates),
  rounds: z.array(QuoteRoundSchema),
  /** The last words of the person that the server has not yet written down; sealed on the device. */
  note: z.string(),
  /** The notes of both sides (notes.ts); sealed on the device. */
  said: z.string(),
  /** The order that its store drew up, of which it is one product; absent where the buyer asked. */
  drawn: z.optional(z.uuid()),
  at: z.number(),
  deleted: z.boolean(),
})
export type Quote = z.infer<typeof Quote>
