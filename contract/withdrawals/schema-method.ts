import * as z from 'zod/mini'
import { openArray } from '../wire/schema-open.ts'
import { Units } from '../ledger/schema-row.ts'

/** A way to withdraw: a coin on a network, with its terms. */
export const WithdrawalMethod = z.object({
  network: z.string(),
  coin: z.string(),
  /** Whether the coin is test money there. */
  test: z.boolean(),
  /** Whether the network is simulated; absent from older servers, whose test networks all are. */
  simulated: z.optional(z.boolean()),
  /** The least amount, the fee included. */
  minimum: Units,
  /** Comes off the amount. */
  fee: Units,
  confirmations: z.int(),
  /** Seconds from sending to the last confirmation, on average. */
  seconds: z.int(),
})
export type WithdrawalMethod = z.infer<typeof WithdrawalMethod>

/** The ways to withdraw, and what keeps the person's money here for now. */
export const WithdrawingSchema = z.object({
  methods: openArray(WithdrawalMethod),
  /** Until when nothing can be withdrawn, because a password or a second factor was changed (Unix ms). */
  heldUntil: z.nullable(z.number()),
  /** How long a new address waits (hours). */
  newAddressHours: z.int(),
})
export type WithdrawingSchema = z.infer<typeof WithdrawingSchema>
