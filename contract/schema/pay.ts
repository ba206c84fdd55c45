import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { FeedRows } from './changes.ts'
import { orderId } from './orders.ts'
import { Position } from './sync.ts'

/**
 * Pays unpaid orders from the balance, all or none, with the fund password; never queued. `rows` are the orders as they
 * then are. `also` has the other rows that the payment wrote, because older apps expect only orders in `rows`.
 * `position` is the feed's position after all of them. It is absent when this server does not know the device's own
 * position, having been restored from a backup; the device learns that with its next push or pull.
 */
export const orderPay = endpoint({
  method: 'POST',
  path: '/api/order/pay',
  access: 'session',
  input: z.object({
    ids: z.array(orderId).check(z.minLength(1), z.maxLength(50)),
    password: z.string().check(z.maxLength(200)),
    position: z.optional(Position),
  }),
  output: z.object({ rows: FeedRows, also: z.optional(FeedRows), position: z.optional(z.string()) }),
})
