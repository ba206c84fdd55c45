import * as z from 'zod/mini'
import { mutation } from '../wire/mutation.ts'
import { LINE_MAX, ORDER_LINES_MAX } from '../wire/limits.ts'
import { CARRIER_MAX, TRACKING_MAX } from '../orders/parts.ts'
import { givesBack } from '../reports/refunds.ts'
import { REPORT_TEXT_MAX } from '../reports/rules.ts'
import { saleKey } from '../wire/store-keys.ts'
import { Id, IdOrNone } from '../wire/schema-id.ts'
import { orderId } from '../orders/schema.ts'

// The acts of a store's members on its orders. All of them show on the order's own row, in the order's own lane.
// Amounts are minor units of the currency that was paid.

const of = {
  world: 'store' as const,
  tables: ['sales'] as const,
  guest: false,
  kept: true as const,
  lanes: (p: { id: string }) => [`sale:${p.id}`],
  keys: (p: { id: string }) => [saleKey(p.id)],
}
const amount = z.int().check(z.nonnegative())
const carrier = z.string().check(z.maxLength(CARRIER_MAX))
const tracking = z.string().check(z.maxLength(TRACKING_MAX))
const words = z.string().check(z.maxLength(REPORT_TEXT_MAX))

/**
 * Sends a parcel: these pieces of an order. `parcel` is the number that it is to have, the next one that the seller
 * saw: where somebody else of the store has sent one meanwhile, none is sent.
 */
export const saleShip = mutation({
  ...of,
  path: '/api/store/sale_ship',
  payload: z.object({
    id: orderId,
    parcel: z.int().check(z.minimum(1), z.maximum(100)),
    lines: z
      .array(z.object({ id: Id, variantId: IdOrNone, num: z.int().check(z.minimum(1), z.maximum(LINE_MAX)) }))
      .check(z.minLength(1), z.maxLength(ORDER_LINES_MAX)),
    carrier,
    tracking,
  }),
})

/** Answers a problem with goods: they are sent again, or not, in words. */
export const saleAnswer = mutation({
  ...of,
  path: '/api/store/sale_answer',
  payload: z.object({ id: orderId, report: z.uuid(), say: z.enum(['replace', 'decline']), carrier, tracking, words }),
})

/** Offers money for a problem with goods; the buyer accepts it or not. */
export const saleOffer = mutation({
  ...of,
  path: '/api/store/sale_offer',
  only: 'owner',
  payload: z.object({ id: orderId, report: z.uuid(), amount: amount.check(z.positive()), words }),
})

/**
 * Gives back a part of what was paid for a parcel, with the reason in the store's words. `refund` is the number that it
 * is to have, the next one that the seller saw: where something else was given back meanwhile, nothing is given back.
 */
export const saleRefundPart = mutation({
  ...of,
  path: '/api/store/sale_refund_part',
  only: 'owner',
  payload: z.object({
    id: orderId,
    refund: z.int().check(z.minimum(1), z.maximum(1000)),
    parcel: z.int().check(z.minimum(1), z.maximum(1000)),
    amount: amount.check(z.positive()),
    words: words.check(z.minLength(1)),
  }),
})

/**
 * Gives back the money for goods that cannot be shipped, or for all that were not received. `amount` is what the seller
 * saw; where it has changed by now, nothing is given back.
 */
export const saleRefund = mutation({
  ...of,
  path: '/api/store/sale_refund',
  only: 'owner',
  payload: z.object({ id: orderId, what: z.enum(givesBack), amount }),
})
