import type { Network } from '#contract/coins/networks.ts'
import { DAY_MS, type Signed } from '../protocol/limits.ts'
import type { LogEntry } from './log.ts'

/** The transactions of a payment. */
export interface PaymentHistory {
  /** The entry of the latest one. */
  latest: LogEntry
  txids: readonly string[]
  /** Until when one of them can be taken (Unix ms); 0 where they do not expire. */
  until: number
}

/** The log as decisions need it, in memory. */
export interface SigningHistory {
  add(entry: LogEntry): void
  paymentOf(id: string): PaymentHistory | undefined
  /** The nonce after the last one; undefined before a network's first payment. */
  nextNonce(network: Network): number | undefined
  /** Whether a transaction on a network spends this. */
  isSpent(network: Network, one: string): boolean
  /** Payments of the last 24 hours; one counts again for each transaction that does not exclude those before it. */
  payments(now: number): readonly Signed[]
  /**
   * The number of transactions on a network in the last 24 hours, replacements included: of payments, or of what
   * collects deposits.
   */
  transactions(network: Network, now: number, of: 'payments' | 'sweeps'): number
  /** The gas that was sent to deposit addresses of a network in the last 24 hours (units). */
  gas(network: Network, now: number): bigint
}

/** A transaction that counts against a limit of its day. */
interface Counted {
  network: Network
  at: number
  of: 'payments' | 'sweeps'
}

/** The history in a log that was opened at `opened` (Unix ms). */
export function createHistory(entries: readonly LogEntry[], opened: number): SigningHistory {
  const byId = new Map<string, PaymentHistory>()
  const nonces = new Map<Network, number>()
  const spent = new Map<Network, Set<string>>()
  let payments: Signed[] = []
  let gas: { network: Network; amount: bigint; at: number }[] = []
  let transactions: Counted[] = []
  const add = (entry: LogEntry): void => {
    const { id, network, spends, asset, address, amount, level, txid, at, sweep, tron } = entry
    const before = byId.get(id)
    const until = Math.max(before?.until ?? 0, tron?.expiration ?? 0)
    byId.set(id, { latest: entry, txids: [...(before?.txids ?? []), txid], until })
    transactions.push({ network, at, of: sweep ? 'sweeps' : 'payments' })
    // A deposit address has nonces and outputs of its own.
    if (sweep?.part === 'coins') return
    // It excludes those before it. One that does not is counted like another payment.
    if (before?.latest.spends.join() === spends.join()) return
    nonces.set(network, Number(spends[0]) + 1)
    const ofNetwork = spent.get(network) ?? new Set()
    spent.set(network, ofNetwork)
    for (const one of spends) ofNetwork.add(one)
    if (sweep) gas.push({ network, amount: BigInt(amount), at })
    else payments.push({ asset, address, amount: BigInt(amount), level, at })
  }
  // The clock was ahead when an entry from the future was written: from now on it counts for a day, not until then.
  for (const entry of entries) add({ ...entry, at: Math.min(entry.at, opened) })
  return {
    add,
    paymentOf: (id) => byId.get(id),
    nextNonce: (network) => nonces.get(network),
    isSpent: (network, one) => spent.get(network)?.has(one) ?? false,
    payments: (now) => (payments = payments.filter(({ at }) => at > now - DAY_MS)),
    transactions(network, now, of) {
      transactions = transactions.filter(({ at }) => at > now - DAY_MS)
      return transactions.filter((one) => one.network === network && one.of === of).length
    },
    gas(network, now) {
      gas = gas.filter(({ at }) => at > now - DAY_MS)
      return gas.reduce((sum, one) => (one.network === network ? sum + one.amount : sum), 0n)
    },
  }
}
