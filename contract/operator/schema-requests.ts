import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { REQUEST_HOURS_MAX } from './desk-waits.ts'
import { Id } from '../wire/schema-id.ts'
import { openArray } from '../wire/schema-open.ts'
import { TextsSchema } from '../text/schema-texts.ts'

/** A price request that its store has not answered; times in Unix ms. */
const Request = z.object({
  id: z.uuid(),
  store: z.object({ id: z.int(), name: z.string() }),
  /** The buyer's name. */
  buyer: z.string(),
  /** The product's title. */
  title: TextsSchema,
  pieces: z.int(),
  /** How many rounds it has; the operator who closes it has seen these. */
  rounds: z.int(),
  askedAt: z.number(),
  /** Whether it has waited for so long that the operators may act. */
  late: z.boolean(),
  /** When an operator last reminded the store. */
  remindedAt: z.nullable(z.number()),
  /** The days of the store's holiday, if it has announced one. */
  holiday: z.nullable(z.object({ from: z.string(), to: z.string() })),
  /** Whether somebody acts for the store, so that it can be reminded. */
  members: z.boolean(),
})
export type AskedRequest = z.infer<typeof Request>

/**
 * Price requests that their stores have left unanswered for longer than the market allows, or (`all`) every one that
 * waits, the longest first. `find` is part of the name of a store, a buyer or a product.
 */
export const requests = endpoint({
  method: 'POST',
  path: '/api/operator/requests',
  access: 'operator',
  right: 'service',
  input: z.object({ all: z.optional(z.boolean()), find: z.optional(z.string().check(z.maxLength(100))) }),
  output: z.object({
    requests: openArray(Request),
    more: z.boolean(),
    /** The hours after which a request is listed. */
    hours: z.int(),
  }),
})

/** Reminds a store of the price requests that it has not answered, by message and mail; once a day at most. */
export const remindStore = endpoint({
  method: 'POST',
  path: '/api/operator/remindStore',
  access: 'operator',
  right: 'service',
  input: z.object({ store: Id }),
  output: z.object({}),
})

/** Closes a price request for a reason that the buyer and the store read. */
export const closeRequest = endpoint({
  method: 'POST',
  path: '/api/operator/closeRequest',
  access: 'operator',
  right: 'service',
  input: z.object({
    id: z.uuid(),
    rounds: z.int().check(z.positive()),
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
  }),
  output: z.object({}),
})

/** Sets the hours after which an unanswered price request is listed. */
export const requestsSet = endpoint({
  method: 'POST',
  path: '/api/operator/requestsSet',
  access: 'operator',
  right: 'service',
  input: z.object({ hours: z.int().check(z.minimum(1), z.maximum(REQUEST_HOURS_MAX)) }),
  output: z.object({}),
})
