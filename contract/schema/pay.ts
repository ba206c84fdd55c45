import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { FeedRows } from './changes.ts'
import { orderId } from './orders.ts'
import { Position } from './sync.ts'

/**
 * Pays unpaid orders from the balance, all or none, with the password; never queued. `rows` are the orders as they then
 * are, `also` the other rows that the payment wrote: apps of before read no other tables among `rows`. `position` is
 * where the feed stands with them. A device whose own position is of a feed that this server has lost is told none: it
 * finds that out by its next push or pull.
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
