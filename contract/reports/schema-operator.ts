import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { REPORT_TEXT_MAX } from './rules.ts'
import { orderStages } from '../orders/stages.ts'
import { openArray, openEnum } from '../wire/schema-open.ts'
import { OrderLine } from '../orders/schema-line.ts'
import { Parcel, Report } from './schema-parts.ts'
import { Picture } from '../pictures/schema.ts'

const amount = z.int().check(z.nonnegative())

/** The order of a problem: what was bought, what has left and arrived, and where its money is. */
const DisputedOrder = z.object({
  id: z.string(),
  number: z.string(),
  shop: z.string(),
  buyer: z.string(),
  stage: openEnum(orderStages),
  /** Minor units of `currency`. */
  currency: z.string(),
  lines: openArray(OrderLine),
  goods: amount,
  shipping: amount,
  tax: amount,
  total: amount,
  /** When it was placed (Unix ms). */
  at: z.number(),
  /** The money for goods that had not been shipped has been given back. */
  short: z.boolean(),
  parcels: openArray(Parcel),
  reports: openArray(Report),
})

/** A line of the conversation of both about the order. */
const DisputeLine = z.object({ mine: z.boolean(), text: z.string(), pictures: openArray(Picture), at: z.number() })

/** A problem with an order as the operator judges it: both sides' words, and what can still be given back. */
export const Dispute = z.object({
  report: Report,
  order: DisputedOrder,
  /**
   * The conversation of buyer (`mine`) and store about the order, the latest words last; empty before the problem was
   * brought to the operator.
   */
  talk: openArray(DisputeLine),
  /**
   * Minor units of `currency`: the payment for the order, the parts of it that are held and that were given back, and
   * the most that can come back for this problem.
   */
  paid: amount,
  held: amount,
  refunded: amount,
  most: amount,
  currency: z.string(),
})
export type Dispute = z.infer<typeof Dispute>

/**
 * Problems that were brought to the operator, the longest waiting first; `open`: also those that stores have yet to
 * answer. `find` is an order's number, or part of the name of a buyer, a store or a product.
 */
export const operatorDisputes = endpoint({
  method: 'POST',
  path: '/api/operator/disputes',
  access: 'operator',
  right: 'orders',
  input: z.object({ open: z.optional(z.boolean()), find: z.optional(z.string().check(z.maxLength(100))) }),
  output: z.object({ disputes: openArray(Dispute), more: z.boolean() }),
})

/**
 * Decides a problem: the amount that is given back (0: in the store's favour), and the reason. An amount above what one
 * operator gives back alone waits for a second one.
 */
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
  output: z.object({ became: openEnum(['done', 'waits'] as const), aloneFrom: z.optional(z.number()) }),
})
