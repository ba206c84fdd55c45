import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { assets } from '../coins/assets.ts'
import { networks } from '../coins/networks.ts'
import { sweepEnds, sweepHindrances, sweepStates } from './sweeps.ts'
import { openArray, openEnum } from '../wire/schema-open.ts'

// Collecting the coins at deposit addresses. Their destination is a setting of the signer's: an operator sees it, and
// begins a sweep to no other.

/** Units of a coin as decimal digits: as they are read, and as they are sent. */
const units = z.string()
const sentUnits = z.string().check(z.regex(/^(?:0|[1-9]\d{0,77})$/))

/** Deposit addresses that are left out, and the units at them. */
const Left = z.object({ addresses: z.int(), units })

/** A dry run: collecting a coin on a network would do this now. */
const DryRun = z.object({
  ...{ network: z.string(), asset: z.string() },
  /** Why nothing can be collected there; null where it can. The rest is then empty. */
  hindrance: z.nullable(openEnum(sweepHindrances)),
  /** The signer's destination, and whether that is the wallet that it pays from. */
  to: z.string(),
  wallet: z.boolean(),
  addresses: z.int(),
  /** Units that leave the addresses. */
  units,
  /** The most that the network takes for all of it (units), in which asset, and what that is worth (minor units). */
  cost: units,
  costAsset: z.string(),
  worth: z.nullable(z.int()),
  /** Units of the same asset that are sent to addresses of tokens, where they stay the market's until they are used. */
  gas: units,
  /** Left out: those that cost too much for what they hold, and those beyond the wallet's cap. */
  small: Left,
  over: Left,
  /** The percentage of an amount that collecting it may cost. */
  percent: z.int(),
  /** Whether there are more addresses than were looked at. */
  more: z.boolean(),
  /** Whether costs cannot be compared, because a coin has no current rate. */
  unrated: z.boolean(),
  /** Whether the market's own coins, of the last proof of reserves, do not cover the cost. */
  short: z.boolean(),
})
export type DryRun = z.infer<typeof DryRun>

/** One sweep, of one deposit address. */
const Swept = z.object({
  ...{ id: z.uuid(), network: z.string(), asset: z.string() },
  /** The deposit address, and where its coins go. */
  from: z.string(),
  to: z.string(),
  /** Units that leave the address. */
  units,
  state: openEnum(sweepStates),
  reason: z.nullable(openEnum(sweepEnds)),
  txid: z.nullable(z.string()),
  confirmations: z.int(),
  needed: z.int(),
  at: z.number(),
})
export type Swept = z.infer<typeof Swept>

/** A coin that an operator has begun to collect, and whose addresses are not chosen yet. */
const Begun = z.object({ network: z.string(), asset: z.string(), at: z.number() })

/**
 * The coins that can be collected, the sweeps under way and the latest that have ended. With a network and an asset
 * also a dry run of that.
 */
export const operatorSweeps = endpoint({
  method: 'POST',
  path: '/api/operator/sweeps',
  access: 'operator',
  right: 'money',
  input: z.object({ network: z.optional(z.enum(networks)), asset: z.optional(z.enum(assets)) }),
  output: z.object({
    coins: openArray(z.object({ network: z.string(), asset: z.string() })),
    begun: openArray(Begun),
    sweeps: openArray(Swept),
    /** Whether more are under way than are listed. */
    more: z.boolean(),
    dryRun: z.optional(DryRun),
  }),
})

/**
 * Collects a coin, to the destination and for no more than the cost (units) that the operator was shown. Into a paying
 * wallet without a cap, or at a cost beyond what one operator may spend alone, it waits for another operator.
 */
export const operatorSweep = endpoint({
  method: 'POST',
  path: '/api/operator/sweep',
  access: 'operator',
  right: 'money',
  input: z.object({
    ...{ network: z.enum(networks), asset: z.enum(assets), cost: sentUnits },
    to: z.string().check(z.minLength(1), z.maxLength(100)),
  }),
  output: z.object({ became: openEnum(['done', 'waits'] as const), aloneFrom: z.optional(z.number()) }),
})
