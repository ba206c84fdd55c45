import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { coins } from '../coins/assets.ts'
import { networks, TXID } from '../coins/networks.ts'
import { SIMULATED_LATE_MAX } from './recharges.ts'
import { TypedUnits, Units } from '../ledger/schema-row.ts'

const network = z.enum(networks)
const txid = z.string().check(z.regex(TXID))

/** A way to fill the account: a coin on a network, with its terms. */
export const RechargeMethod = z.object({
  network: z.string(),
  coin: z.string(),
  /** Whether the coin is test money there. */
  test: z.boolean(),
  /** Whether the network is simulated; absent from older servers, whose test networks all are. */
  simulated: z.optional(z.boolean()),
  /** Smaller deposits wait until together they reach it. */
  minimum: Units,
  confirmations: z.int(),
  /** Seconds from sending to the credit, on average. */
  seconds: z.int(),
  /** The person's own address; null until they have asked for it. */
  address: z.nullable(z.string()),
})
export type RechargeMethod = z.infer<typeof RechargeMethod>

/** Gives the caller their address on a network: made at the first call, and always the same. */
export const rechargeAddress = endpoint({
  method: 'POST',
  path: '/api/recharge/address',
  access: 'session',
  input: z.object({ network }),
  output: z.object({ address: z.string() }),
})

/**
 * Sends test coins on a simulated network, as a wallet would; the transaction waits for `later` blocks first. Only
 * where the market simulates its networks.
 */
export const simulatedSend = endpoint({
  method: 'POST',
  path: '/api/simulated/send',
  access: 'session',
  input: z.object({
    network,
    coin: z.enum(coins),
    to: z.string().check(z.minLength(1), z.maxLength(100)),
    amount: TypedUnits,
    later: z._default(z.int().check(z.minimum(0), z.maximum(SIMULATED_LATE_MAX)), 0),
  }),
  output: z.object({ txid: z.string() }),
})

/** Makes a simulated network drop a transaction of the caller's, and replace the blocks from there on. */
export const simulatedDrop = endpoint({
  method: 'POST',
  path: '/api/simulated/drop',
  access: 'session',
  input: z.object({ network, txid }),
  output: z.object({}),
})
