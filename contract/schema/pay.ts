import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { FeedRows } from './changes.ts'
import { orderId } from './orders.ts'

/**
 * Pays unpaid orders from the balance, all or none, with the password; never queued. `rows` are the orders as they then
 * are.
 */
export const orderPay = endpoint({
  method: 'POST',
  path: '/api/order/pay',
  access: 'session',
  input: z.object({
    ids: z.array(orderId).check(z.minLength(1), z.maxLength(50)),
    password: z.string().check(z.maxLength(200)),
  }),
  output: z.object({ rows: FeedRows }),
})
