import { assetOf, coinOf } from '#contract/rules/coins.ts'
import type { Network } from '#contract/rules/networks.ts'
import { readWithdrawalAddress } from '#contract/rules/withdrawal-address.ts'
import { approvingKeys } from './approval.ts'
import type { SignerConfig } from './config.ts'
import { enoughFor, isWithin, type Signed } from './limits.ts'
import type { LogEntry, SignerLog } from './log.ts'
import type { Payment, SignAnswer, SignedTransaction, Signer } from './protocol.ts'
import { writeSimulated } from './simulated.ts'

// Decides what is signed, by nothing but the payment, its own settings and its own log:
//
//   id is new      ─▶ network, address, operators' signatures, limits, rate ─▶ log, then sign, with the next nonce
//   id was signed  ─▶ the same payment only: the latest transaction again, or one that pays the network more
//
// Payments are signed one after another, so that each sees the log of those before it.

const DAY_MS = 86_400_000

/** The most transactions of one payment. */
const REPLACED_MAX = 12

/** The latest transaction of a payment, and how many were signed. */
interface Known {
  entry: LogEntry
  count: number
}

interface Parts {
  config: SignerConfig
  log: Pick<SignerLog, 'append'>
  /** What the log holds. */
  entries: readonly LogEntry[]
  /** The signer's clock, Unix ms. */
  now(): number
}

const levelOf = (entry: Pick<LogEntry, 'keys'>): number => Math.min(2, entry.keys.length)

/** A signer over its settings and its log. */
export function createSigner({ config, log, entries, now }: Parts): Signer {
  const known = new Map<string, Known>()
  const nonces = new Map<Network, number>()
  let recent: Signed[] = []
  let latest = 0
  const note = (entry: LogEntry): void => {
    latest = Math.max(latest, entry.at)
    const before = known.get(entry.id)
    known.set(entry.id, { entry, count: (before?.count ?? 0) + 1 })
    if (before) return
    nonces.set(entry.network, entry.nonce + 1)
    const { asset, address, amount, at } = entry
    recent.push({ asset, address, amount: BigInt(amount), level: levelOf(entry), at })
  }
  for (const entry of entries) note(entry)

  const sign = async (payment: Payment): Promise<SignAnswer> => {
    const before = known.get(payment.id)
    if (before) return again(before, payment)
    const at = clock()
    recent = recent.filter((one) => one.at > at - DAY_MS)
    const refusal = whyNot(config, payment)
    if (refusal) return { refused: refusal }
    const keys = await approvingKeys(payment, payment.approvals, config.keys)
    const { asset, address } = payment
    const judged = { asset, address, amount: BigInt(payment.amount), level: levelOf({ keys }) }
    if (!isWithin(config.limits, judged, recent, at)) {
      const approvals = enoughFor(config.limits, judged, recent, at)
      return { refused: 'limit', ...(approvals !== undefined && { approvals }) }
    }
    return write(payment, { nonce: nonces.get(payment.network) ?? 0, keys, at })
  }

  /** Signs a payment again that was signed before. */
  const again = async ({ entry, count }: Known, payment: Payment): Promise<SignAnswer> => {
    if (!isSamePayment(entry, payment)) return { refused: 'changed' }
    if (BigInt(payment.rate) <= BigInt(entry.rate)) return transactionOf(entry)
    if (count >= REPLACED_MAX || !isRateAllowed(config, payment)) return { refused: 'rate' }
    return write(payment, { nonce: entry.nonce, keys: entry.keys, at: clock() })
  }

  const write = async (
    { id, network, asset, address, amount, fee, rate }: Payment,
    more: Pick<LogEntry, 'nonce' | 'keys' | 'at'>,
  ): Promise<SignAnswer> => {
    const payment = { id, network, asset, address, amount, fee, rate }
    const signed = transactionOf({ ...payment, ...more })
    const entry = { ...payment, ...more, txid: signed.txid }
    await log.append(entry)
    note(entry)
    return signed
  }

  /** The time; a clock that is set back gives no limit a new day. */
  const clock = (): number => (latest = Math.max(latest, now()))

  let queue: Promise<unknown> = Promise.resolve()
  return {
    sign(payment) {
      const answer = queue.then(() => sign(payment))
      // A failure is its caller's; the next payment is judged by itself.
      queue = answer.catch(() => undefined)
      return answer
    },
    about: async () => ({ keys: [...config.keys] }),
  }
}

const isRateAllowed = ({ simulated }: SignerConfig, { network, rate }: Payment): boolean => {
  const most = simulated.get(network)
  return most !== undefined && BigInt(rate) <= most
}

/** Why a payment is refused whatever the limits are. */
function whyNot(config: SignerConfig, payment: Payment): 'network' | 'address' | 'rate' | undefined {
  const { network, asset, address } = payment
  const isTest = asset === assetOf(coinOf(asset), true)
  if (!config.simulated.has(network) || !isTest) return 'network'
  const read = readWithdrawalAddress(network, address, isTest)
  // Only the canonical form: two forms of one address would each have a limit.
  if (!('address' in read) || read.address !== address) return 'address'
  return isRateAllowed(config, payment) ? undefined : 'rate'
}

const SAME = ['network', 'asset', 'address', 'amount', 'fee'] as const

const isSamePayment = (entry: LogEntry, payment: Payment): boolean =>
  SAME.every((name) => entry[name] === payment[name])

type Unsigned = Omit<LogEntry, 'txid'>

function transactionOf(entry: Unsigned): SignedTransaction {
  const { network, asset, address, nonce, rate } = entry
  const sent = { network, to: address, coin: coinOf(asset), amount: BigInt(entry.amount) - BigInt(entry.fee) }
  return { nonce, rate, ...writeSimulated({ ...sent, nonce, rate: BigInt(rate) }) }
}
