import * as z from 'zod/mini'
import { Id } from '../wire/schema-id.ts'
import { openArray } from '../wire/schema-open.ts'
import { Picture } from '../pictures/schema.ts'
import { Quote } from '../quotes/schema-rows.ts'
import { TextsSchema } from '../text/schema-texts.ts'

// The price requests and the reviews of a store's buyers, as its members see them; part of sync/schema-store-rows.ts.

/** The member of the store who spoke last; null where it was nobody of the store. */
const by = z.nullable(z.string())

/**
 * A price that the store is asked for. Its id is the store's own, not the buyer's; of the buyer there is the name
 * alone. `goods` is the product as the store has it, `sku` what the store calls a choice; empty once it is gone.
 * `buyer`, `note` and `said` are sealed on the device.
 */
export const StoreQuote = z.extend(z.omit(Quote, { shopId: true, shopName: true }), {
  buyer: z.string(),
  goods: z.string(),
  choices: openArray(z.object({ variantId: Id, label: TextsSchema, sku: z.string() })),
  by,
})
export type StoreQuote = z.infer<typeof StoreQuote>

/**
 * A review of one of the store's products. `replies` is how often its reply was written; `hidden` while the operator
 * does not show it to buyers. `deleted` once it is taken back, or no longer among the latest that the store is sent.
 */
export const StoreReview = z.object({
  id: Id,
  productId: Id,
  goods: z.string(),
  title: TextsSchema,
  picture: z.nullable(Picture),
  author: z.string(),
  rating: z.int().check(z.minimum(1), z.maximum(5)),
  text: z.string(),
  language: z.string(),
  pictures: openArray(Picture),
  reply: z.nullable(z.string()),
  replies: z.int().check(z.nonnegative()),
  repliedAt: z.nullable(z.number()),
  by,
  hidden: z.boolean(),
  at: z.number(),
  deleted: z.boolean(),
})
export type StoreReview = z.infer<typeof StoreReview>
