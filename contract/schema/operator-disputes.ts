import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { REPORT_TEXT_MAX } from '../rules/order-reports.ts'
import { orderStages } from '../rules/order-stages.ts'
import { openArray, openEnum } from './open.ts'
import { OrderLine } from './order-line.ts'
import { Report } from './order-parts.ts'

const amount = z.int().check(z.nonnegative())

/** A problem with an order as the operator judges it: both sides' words, and what can still be given back. */
export const Dispute = z.object({
  report: Report,
  line: z.nullable(OrderLine),
  order: z.object({
    id: z.string(),
    number: z.string(),
    shop: z.string(),
    buyer: z.string(),
    stage: openEnum(orderStages),
  }),
  /** Minor units of `currency`: what was paid for the order, and at most what can come back for this problem. */
  paid: amount,
  most: amount,
  currency: z.string(),
})
export type Dispute = z.infer<typeof Dispute>

/**
 * Problems that were brought to the operator, the longest waiting first; `open`: also those that stores have yet to
 * answer.
 */
export const operatorDisputes = endpoint({
  method: 'POST',
  path: '/api/operator/disputes',
  access: 'operator',
  right: 'orders',
  input: z.object({ open: z.optional(z.boolean()) }),
  output: z.object({ disputes: openArray(Dispute) }),
})

/** Decides one: so much is given back, 0 in the store's favour, and why. */
export const operatorDecideDispute = endpoint({
  method: 'POST',
  path: '/api/operator/decide_dispute',
  access: 'operator',
  right: 'orders',
  input: z.object({
    id: z.uuid(),
    refund: amount,
    words: z.string().check(z.minLength(1), z.maxLength(REPORT_TEXT_MAX)),
  }),
  output: z.object({}),
})
