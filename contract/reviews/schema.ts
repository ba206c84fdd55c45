import * as z from 'zod/mini'
import { mutation } from '../wire/mutation.ts'
import { FILE_BYTES_MAX } from '../pictures/files.ts'
import { REVIEW_PICTURES_MAX, REVIEW_TEXT_MAX, reviewKeyOf } from './rules.ts'
import { fileIds } from '../pictures/schema-file-id.ts'
import { Id } from '../wire/schema-id.ts'
import { orderId } from '../orders/schema.ts'
import { LocaleCodeSchema } from '../text/schema-texts.ts'

const lanes = (p: { orderId: string }): string[] => [`order:${p.orderId}`]
const ownKey = (p: { orderId: string; productId: number }): `ownReviews/${string}` =>
  `ownReviews/${reviewKeyOf(p.orderId, p.productId)}`

/**
 * Writes what a buyer thinks of a product out of a received order: one review a product of an order, whatever choices
 * of it were in it, because readers find reviews by product. The first makes the order an assessed one.
 */
export const reviewWrite = mutation({
  path: '/api/order/review',
  tables: ['ownReviews', 'orders'],
  payload: z.object({
    orderId,
    productId: Id,
    rating: z.int().check(z.minimum(1), z.maximum(5)),
    text: z.string().check(z.maxLength(REVIEW_TEXT_MAX)),
    language: LocaleCodeSchema,
    pictures: fileIds(REVIEW_PICTURES_MAX),
  }),
  guest: false,
  files: { kind: 'picture', most: REVIEW_PICTURES_MAX, bytesMax: FILE_BYTES_MAX, of: (p) => p.pictures },
  lanes,
  keys: (p) => [ownKey(p), `orders/${p.orderId}`],
})

/** Takes a review back; its order stays assessed. */
export const reviewDelete = mutation({
  path: '/api/order/review_del',
  tables: ['ownReviews'],
  payload: z.object({ orderId, productId: Id }),
  guest: false,
  lanes,
  keys: (p) => [ownKey(p)],
})
