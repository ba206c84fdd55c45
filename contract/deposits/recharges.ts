import type { Coin } from '../coins/assets.ts'
import type { UnknownValue } from '../wire/open.ts'

/**
 * States of a recharge. `claimed`: its person has named the transaction, and the network has not shown it yet. `seen`:
 * it waits for its first block. `confirming`: it is in a block. `below`: it is less than the network's minimum, and is
 * credited once that is reached together with others. `dropped`: the network has taken it back. `invalid`: it is on the
 * network, and pays nothing to an address of theirs. `expired`: the network did not show it in time; it is credited if
 * it still comes.
 */
export const rechargeStates = [
  'claimed',
  'seen',
  'confirming',
  'below',
  'credited',
  'dropped',
  'invalid',
  'expired',
] as const
export type RechargeState = (typeof rechargeStates)[number]

/** The key of a recharge in its person's feed: one for each transaction and coin. */
export const rechargeKey = (r: { network: string; txid: string; coin: string }): string =>
  `${r.network}:${r.txid}:${r.coin}`

/** Time that a network has to show a claimed transaction, before the claim expires (ms). */
export const CLAIM_MS = 7 * 86_400_000

/** The most claims of one person within that time that no network has shown. */
export const CLAIMS_MAX = 20

/** The most pictures of a claim. */
export const CLAIM_PICTURES_MAX = 1

/** The part of a recharge that a claim can differ from. Units are decimal digits, times Unix ms. */
interface Claimed {
  state: RechargeState | UnknownValue
  amount: string
  claimed: { at: number; amount: string } | null
  seenAt: number | null
}

const ARRIVED: ReadonlySet<string> = new Set(['confirming', 'below', 'credited'] satisfies RechargeState[])

/** How a payment differs from its claim. */
export function claimDifferences({ state, amount, claimed, seenAt }: Claimed): ('short' | 'over' | 'late')[] {
  if (!claimed || seenAt === null || !ARRIVED.has(state)) return []
  const [arrived, expected] = [BigInt(amount), BigInt(claimed.amount)]
  return [
    ...(arrived < expected ? (['short'] as const) : arrived > expected ? (['over'] as const) : []),
    ...(seenAt > claimed.at + CLAIM_MS ? (['late'] as const) : []),
  ]
}

const UNCONFIRMED: ReadonlySet<string> = new Set(['seen', 'confirming', 'below'] satisfies RechargeState[])

/** Whether the money is on its way: the network shows it, and it is not credited. */
export const isUnconfirmed = (state: RechargeState | UnknownValue): boolean => UNCONFIRMED.has(state)

/** The most of each coin that the simulated wallet sends at once (units). */
export const SIMULATED_MAX: Record<Coin, bigint> = {
  USDT: 100_000_000_000n,
  ETH: 50_000_000_000_000_000_000n,
  BTC: 200_000_000n,
}

/** The longest delay of a simulated transaction (blocks). */
export const SIMULATED_LATE_MAX = 60
