import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { owedParts } from './owed-parts.ts'
import { openArray, openEnum } from '../wire/schema-open.ts'

/** Units of a coin as decimal digits; below zero where something is to be taken off. */
const units = z.string()

/** The coins of one network as of its followed block; nulls where its node did not show them. */
const NetworkReserves = z.object({
  network: z.string(),
  height: z.nullable(z.int()),
  /** Units at deposit addresses. */
  deposits: z.nullable(units),
  /** Units in the paying wallet and at reserve addresses. */
  own: z.nullable(units),
})

/** A coin on all its networks, against all that the book owes of it. */
const CoinReserves = z.object({
  asset: z.string(),
  state: openEnum(['enough', 'short', 'unknown'] as const),
  /** When it was last known (Unix ms); null before the first time. */
  knownAt: z.nullable(z.number()),
  /** Units on all networks; null where one of them is not known. */
  held: z.nullable(units),
  /** The sum of the parts. */
  owed: units,
  /** Those that are not zero. */
  parts: openArray(z.object({ part: openEnum(owedParts), units })),
  networks: openArray(NetworkReserves),
})
export type CoinReserves = z.infer<typeof CoinReserves>

/** Units that came in over a network: by its account in the book, and by the records of deposits and withdrawals. */
const BookFault = z.object({ network: z.string(), asset: z.string(), book: units, records: units })

/** The units in a paying wallet beyond its cap. */
const WalletExcess = z.object({ network: z.string(), asset: z.string(), over: units })
export type WalletExcess = z.infer<typeof WalletExcess>

/** The remainder in a paying wallet for the network's fees, where it is too little: sun on Tron. */
const LowFuel = z.object({ network: z.string(), fuel: z.string(), units })
export type LowFuel = z.infer<typeof LowFuel>

/** A comparison of the chains with the book. */
const ReserveProof = z.object({
  ...{ at: z.number(), coins: openArray(CoinReserves), faults: openArray(BookFault) },
  /** The paying wallets beyond their caps; absent in older proofs. */
  over: z.optional(openArray(WalletExcess)),
  /** The paying wallets that have too little for the network's fees; absent in older proofs. */
  low: z.optional(openArray(LowFuel)),
})
export type ReserveProof = z.infer<typeof ReserveProof>

/** A paying wallet, and the withdrawals that it holds too little for. */
const Wallet = z.object({
  network: z.string(),
  /** Its node or its signer does not answer: nothing else is known of it. */
  away: z.boolean(),
  /** `over`: the units beyond its cap; absent from older servers. */
  coins: openArray(z.object({ asset: z.string(), units, missing: units, over: z.optional(units) })),
  /** Its means for the network's fees, where these are paid in no coin of the market: sun on Tron. */
  fuel: z.optional(z.object({ fuel: z.string(), units, missing: units, low: z.boolean() })),
  waiting: z.int(),
})
export type PayingWalletState = z.infer<typeof Wallet>

/**
 * The last proof of reserves, the latest alarms, and the paying wallets as they are now. With `check` a proof is begun,
 * and waited for for some seconds.
 */
export const reserves = endpoint({
  method: 'POST',
  path: '/api/operator/reserves',
  access: 'operator',
  right: 'money',
  input: z.object({ check: z.optional(z.boolean()) }),
  output: z.object({
    /** The last proof; null before the first one. */
    proof: z.nullable(ReserveProof),
    /** A proof is under way. */
    busy: z.boolean(),
    wallets: openArray(Wallet),
    /** The latest proofs that found too little or a fault, the newest first. */
    alarms: openArray(ReserveProof),
  }),
})
