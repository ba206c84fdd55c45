import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { Id } from '../wire/schema-id.ts'
import { openArray, openEnum } from '../wire/schema-open.ts'
import { Picture } from '../pictures/schema.ts'
import { TextsSchema } from '../text/schema-texts.ts'

// The operator's desk of the catalogue: products and reviews, and what the market takes off.

const find = z.optional(z.string().check(z.maxLength(100)))

const Goods = z.object({
  id: z.int(),
  title: TextsSchema,
  store: z.string(),
  price: z.int(),
  currency: z.string(),
  /** Anybody can buy it. */
  offered: z.boolean(),
  /** Why the market took it off; null when it did not. */
  barred: z.nullable(z.string()),
})
export type OperatorGoods = z.infer<typeof Goods>

/**
 * The products that were taken off, and then the newest; or those of a number, or whose title or store has a text in
 * it.
 */
export const goods = endpoint({
  method: 'POST',
  path: '/api/operator/goods',
  access: 'operator',
  right: 'catalogue',
  input: z.object({ find }),
  output: z.object({ goods: openArray(Goods), more: z.boolean() }),
})

const Review = z.object({
  id: z.int(),
  productId: z.int(),
  title: TextsSchema,
  author: z.string(),
  rating: z.int(),
  text: z.string(),
  pictures: z.int(),
  /** The pictures themselves. */
  shown: z.optional(openArray(Picture)),
  at: z.number(),
  barred: z.nullable(z.string()),
})
export type OperatorReview = z.infer<typeof Review>

/** The newest reviews, or those whose text, author or product has a text in it. */
export const reviews = endpoint({
  method: 'POST',
  path: '/api/operator/reviews',
  access: 'operator',
  right: 'catalogue',
  input: z.object({ find }),
  output: z.object({ reviews: openArray(Review), more: z.boolean() }),
})

/** Takes a product or a review off for a reason that its seller or author reads; a null reason shows it again. */
export const bar = endpoint({
  method: 'POST',
  path: '/api/operator/bar',
  access: 'operator',
  right: 'catalogue',
  input: z.object({
    what: z.enum(['goods', 'review'] as const),
    id: Id,
    reason: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(500))),
  }),
  /** `waits`: an operator's own is shown again only by two operators. */
  output: z.object({ became: z.optional(openEnum(['done', 'waits'] as const)), aloneFrom: z.optional(z.number()) }),
})
