import { isTest } from '#contract/coins/assets.ts'
import type { WithdrawalItem } from '#localdb/queries/withdrawals.ts'
import type { WithdrawMethod } from '../use-withdrawing.ts'

/** An address to which money was sent. */
export interface UsedAddress {
  address: string
  /** The number of withdrawals to it. */
  count: number
  /** When the last of them was asked for (Unix ms). */
  at: number
}

type Items = readonly Pick<WithdrawalItem, 'network' | 'asset' | 'address' | 'state' | 'at'>[]

const isSent = ({ state }: Items[number]): boolean => state === 'sent' || state === 'done'

/**
 * Whether coins of an asset's kind, real or test, were sent to an address before. The server makes a withdrawal to any
 * other address wait.
 */
export const isUsed = (items: Items, { network, asset }: Pick<WithdrawMethod, 'network' | 'asset'>, address: string) =>
  items.some(
    (item) =>
      isSent(item) && item.network === network && isTest(item.asset) === isTest(asset) && item.address === address,
  )

/** How long a withdrawal is worth a second look before the same one is asked for (ms). */
const LATELY_MS = 3_600_000

/** The latest withdrawal of the same amount to the same address within the last hour; `now` is Unix ms. */
export const askedLately = <I extends Pick<WithdrawalItem, 'network' | 'address' | 'amount' | 'at'>>(
  items: readonly I[],
  { network, address, units }: { network: string; address: string; units: bigint },
  now: number,
): I | undefined =>
  items.find(
    (item) =>
      item.at > now - LATELY_MS &&
      item.network === network &&
      item.address === address &&
      BigInt(item.amount) === units,
  )

/** The most addresses to choose from. */
const CHOICES_MAX = 5

/**
 * Addresses of a method's network to which money was sent, the latest first; `items` are the latest first. One that
 * was only asked for is none: a thief may have asked for it.
 */
export function usedAddresses(
  items: Items,
  { network, test }: Pick<WithdrawMethod, 'network' | 'test'>,
): UsedAddress[] {
  const used = new Map<string, UsedAddress>()
  for (const item of items) {
    if (!isSent(item) || item.network !== network || isTest(item.asset) !== test) continue
    const before = used.get(item.address)
    if (before) before.count++
    else used.set(item.address, { address: item.address, count: 1, at: item.at })
  }
  return [...used.values()].slice(0, CHOICES_MAX)
}

/** Addresses of a network that another one may be mistaken for: all but those that were cancelled or refused. */
export const comparedAddresses = (items: Items, network: string): string[] =>
  items
    .filter((item) => item.network === network && item.state !== 'cancelled' && item.state !== 'refused')
    .map((item) => item.address)
