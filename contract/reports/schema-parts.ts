import * as z from 'zod/mini'
import { refundReasons } from './refunds.ts'
import { problems, reportStates, wishes } from './rules.ts'
import { Id, IdOrNone } from '../wire/schema-id.ts'
import { openArray, openEnum } from '../wire/schema-open.ts'
import { Picture } from '../pictures/schema.ts'
import { PaidCoins } from '../ledger/schema-row.ts'

// An order's parcels, problems and refunds, as its row holds them. Amounts are minor units of `due`.

const amount = z.int().check(z.nonnegative())
const Part = z.object({ id: Id, variantId: IdOrNone, num: z.int().check(z.positive()) })

/** A parcel: its contents, how it is followed, and its share of the payment. */
export const Parcel = z.object({
  n: z.int(),
  lines: openArray(Part),
  carrier: z.string(),
  tracking: z.string(),
  amount,
  /** The part of `amount` that was given back. */
  refunded: amount,
  /** Unix ms. */
  at: z.number(),
  receivedAt: z.nullable(z.number()),
  /** The report whose goods it replaces; null for goods of the order itself. */
  replaces: z.nullable(z.string()),
})
export type Parcel = z.infer<typeof Parcel>

/** A problem with a line in a parcel, as its buyer reported it, and the answers to it. */
export const Report = z.object({
  id: z.string(),
  parcel: z.int(),
  line: Part,
  problem: openEnum(problems),
  wish: openEnum(wishes),
  text: z.string(),
  /** The files that its pictures are made of; `pictures` are there once the server has it. */
  files: openArray(z.string()),
  pictures: openArray(Picture),
  state: openEnum(reportStates),
  /** The amount that the store offers to give back. */
  offer: z.nullable(amount),
  /** The store's words, and the operator's. */
  answer: z.nullable(z.string()),
  verdict: z.nullable(z.string()),
  refunded: amount,
  at: z.number(),
  /** When the last answer was given: the other side's time runs from it (Unix ms). */
  turnAt: z.number(),
  endedAt: z.nullable(z.number()),
})
export type Report = z.infer<typeof Report>

/** A refund; one of a part that the store gave by itself also has its parcel, and the reason in the store's words. */
export const Refund = z.object({
  amount,
  why: openEnum(refundReasons),
  at: z.number(),
  parcel: z.optional(z.nullable(z.int())),
  words: z.optional(z.string()),
})

/**
 * The fields of an order's row for all this; absent from rows of older servers, and on a device until the server has
 * answered.
 */
export const orderParts = {
  /** The coins in which it was paid; null until then. */
  coins: z.optional(z.nullable(PaidCoins)),
  /** Minor units of `due` that are kept for it, and that were given back. */
  held: z.optional(amount),
  refunded: z.optional(amount),
  parcels: z.optional(openArray(Parcel)),
  reports: z.optional(openArray(Report)),
  refunds: z.optional(openArray(Refund)),
  /** The money for goods that had not been shipped has been given back. */
  short: z.optional(z.boolean()),
  /** When the money goes to the store by itself (Unix ms); null while no such clock runs. */
  releaseAt: z.optional(z.nullable(z.number())),
  /**
   * The time by which it is to leave, from its payment on (shipping/terms.ts); an older server does not state it.
   */
  shipBy: z.optional(z.nullable(z.number())),
}
