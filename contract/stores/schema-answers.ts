import * as z from 'zod/mini'
import { mutation } from '../wire/mutation.ts'
import { LINE_MAX } from '../wire/limits.ts'
import { QUOTE_LINES_MAX, QUOTE_NOTE_MAX, QUOTE_ROUNDS_MAX } from '../quotes/rules.ts'
import { REPLY_LENGTH_MAX, REPLY_MAX } from '../reviews/rules.ts'
import { storeQuoteKey, storeReviewKey } from '../wire/store-keys.ts'
import { Id, IdOrNone } from '../wire/schema-id.ts'

// The answers of a store's members to requests for a price, and to reviews.

const ofQuotes = {
  world: 'store' as const,
  tables: ['storeQuotes'] as const,
  guest: false,
  sealed: { within: undefined, fields: ['note'] } as const,
  lanes: (p: { id: string }) => [`quote:${p.id}`],
  keys: (p: { id: string }) => [storeQuoteKey(p.id)],
}
/** How many rounds the member saw, so that a later round of either side is never answered unseen. */
const round = z.int().check(z.minimum(1), z.maximum(QUOTE_ROUNDS_MAX))
const note = z.string().check(z.maxLength(QUOTE_NOTE_MAX))

/** Offers a unit price for each line (minor units of the request's currency), until a time (Unix ms). */
export const quoteOffer = mutation({
  ...ofQuotes,
  path: '/api/store/quote_offer',
  payload: z.object({
    id: z.uuid(),
    round,
    lines: z
      .array(
        z.object({
          variantId: IdOrNone,
          num: z.int().check(z.minimum(1), z.maximum(LINE_MAX)),
          price: z.int().check(z.positive()),
        }),
      )
      .check(z.minLength(1), z.maxLength(QUOTE_LINES_MAX)),
    until: z.int().check(z.positive()),
    note,
  }),
})

/** Makes no offer, with the reason in the store's words if it likes. */
export const quoteRefuse = mutation({
  ...ofQuotes,
  path: '/api/store/quote_refuse',
  payload: z.object({ id: z.uuid(), round, note }),
})

/**
 * Writes the store's reply under a review, or takes it away (an empty text). `n` is the number that it is to have, the
 * next one that the member saw: where somebody else of the store has written meanwhile, nothing is written.
 */
export const reviewReply = mutation({
  path: '/api/store/review_reply',
  world: 'store',
  tables: ['storeReviews'],
  payload: z.object({
    id: Id,
    n: z.int().check(z.minimum(1), z.maximum(REPLY_LENGTH_MAX)),
    text: z.string().check(z.maxLength(REPLY_MAX)),
  }),
  guest: false,
  lanes: (p) => [`review:${p.id}`],
  keys: (p) => [storeReviewKey(p.id)],
})
