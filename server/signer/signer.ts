import { coinOf, isTest, type Asset } from '#contract/rules/coins.ts'
import { ETHEREUM_MAIN } from '#contract/rules/networks.ts'
import { readWithdrawalAddress } from '#contract/rules/withdrawal-address.ts'
import { approvingOperators } from './approval.ts'
import type { SignedNetwork, SignerConfig } from './config.ts'
import { isEvmCoin, replacingRate } from './evm-transaction.ts'
import { signEvm, type EvmKey } from './evm.ts'
import { createHistory, type PaymentHistory } from './history.ts'
import { levelFor } from './limits.ts'
import type { LogEntry, SignerLog } from './log.ts'
import type { AboutSigner, Payment, SignAnswer, SignedTransaction, Signer } from './protocol.ts'
import { writeSimulated, type SimulatedTransaction } from './simulated.ts'

// A decision depends only on the payment, the settings and the log:
//
//   id is new      ─▶ network, address, rate, operators' signatures, limits ─▶ log, then sign, with the next nonce
//   id was signed  ─▶ the same payment only: its latest transaction, or a replacement that pays the network more
//
// A payment that was signed once is never refused, since its transaction exists: a refusal proves that none does.

/** The most transactions of one payment. */
const REPLACED_MAX = 12

interface Parts {
  config: SignerConfig
  /** The wallet that pays on Ethereum. */
  wallet: EvmKey
  log: Pick<SignerLog, 'append'>
  /** The entries of the log. */
  entries: readonly LogEntry[]
  /** The signer's clock, Unix ms. */
  now(): number
}

/** A signer over its settings and its log. */
export function createSigner({ config, wallet, log, entries, now }: Parts): Signer {
  let latest = now()
  const history = createHistory(entries, latest)
  /** The time; setting the clock back does not reset a limit. */
  const clock = (): number => (latest = Math.max(latest, now()))

  const sign = async (payment: Payment): Promise<SignAnswer> => {
    const before = history.paymentOf(payment.id)
    if (before) return again(before, payment)
    const at = clock()
    const network = config.networks.get(payment.network)
    if (!network || !moves(network, payment.asset)) return { refused: 'network' }
    const of = { simulated: !network.chain, test: isTest(payment.asset) }
    const read = readWithdrawalAddress(payment.network, payment.address, of)
    // Only the canonical form: two forms of one address would each have a limit.
    if (!('address' in read) || read.address !== payment.address) return { refused: 'address' }
    if (BigInt(payment.rate) > network.rate) return { refused: 'rate' }
    if (!hasRoom(payment, network, at)) return { refused: 'limit' }
    const operators = await approvingOperators(payment, payment.approvals, config.operators, at)
    const { asset, address } = payment
    const asked = { asset, address, amount: BigInt(payment.amount) }
    const level = levelFor(config.limits, asked, history.payments(at), { from: 0, to: operators.length })
    if (level === undefined) {
      const wanted = levelFor(config.limits, asked, history.payments(at), { from: operators.length + 1, to: 2 })
      return { refused: 'limit', ...(wanted !== undefined && { approvals: wanted }) }
    }
    const nonce = history.nextNonce(payment.network) ?? network.firstNonce
    return write(network, payment, { spends: [String(nonce)], operators, level, at })
  }

  const hasRoom = ({ network }: Payment, { transactions }: SignedNetwork, at: number): boolean =>
    history.transactions(network, at) < transactions

  /** Answers a payment that was signed before. */
  const again = async (before: PaymentHistory, payment: Payment): Promise<SignAnswer> => {
    if (!isSamePayment(before.latest, payment)) return { refused: 'changed' }
    const at = clock()
    const network = config.networks.get(payment.network)
    if (!network) return transactionOf(before.latest)
    const asked = BigInt(payment.rate)
    // The highest that is allowed may be enough.
    const rate = asked < network.rate ? asked : network.rate
    const isReplaced =
      rate >= leastReplacing(network, BigInt(before.latest.rate)) &&
      before.txids.length < REPLACED_MAX &&
      hasRoom(payment, network, at)
    if (!isReplaced) return transactionOf(before.latest)
    const { spends, operators, level } = before.latest
    return write(network, { ...payment, rate: String(rate) }, { spends, operators, level, at })
  }

  const write = async (
    { chain }: SignedNetwork,
    { id, network, asset, address, amount, fee, rate }: Payment,
    decided: Pick<LogEntry, 'spends' | 'operators' | 'level' | 'at'>,
  ): Promise<SignAnswer> => {
    const unsigned = { id, network, asset, address, amount, fee, rate, ...decided }
    const sent = sentBy(unsigned)
    const entry = { ...unsigned, ...(chain ? await signEvm(chain, wallet, sent) : writeSimulated(sent)) }
    await log.append(entry)
    history.add(entry)
    return transactionOf(entry)
  }

  let queue: Promise<unknown> = Promise.resolve()
  return {
    // One after another, so that each decision sees the log of those before it.
    sign(payment) {
      const answer = queue.then(() => sign(payment))
      // One failure must not block the queue.
      queue = answer.catch(() => undefined)
      return answer
    },
    async signed(id) {
      const payment = history.paymentOf(id)
      return payment ? { txids: [...payment.txids], nonce: payment.latest.nonce } : { txids: [] }
    },
    about: async () => aboutOf(config, wallet),
  }
}

const fixed = ['network', 'asset', 'address', 'amount', 'fee'] as const

const isSamePayment = (entry: LogEntry, payment: Payment): boolean =>
  fixed.every((name) => entry[name] === payment[name])

/** The operators, wallet and chain of a signer, all of them public. */
function aboutOf({ operators, networks }: SignerConfig, { address }: EvmKey): AboutSigner {
  const keys = [...operators.keys()]
  const chain = networks.get('ethereum')?.chain
  if (!chain) return { keys, wallets: {}, chains: {} }
  return { keys, wallets: { ethereum: address }, chains: { ethereum: { id: chain.id, usdt: chain.usdt } } }
}

/** Whether a network moves an asset: real money on real networks only, and test money on all others. */
const moves = ({ chain }: SignedNetwork, asset: Asset): boolean =>
  isTest(asset) === (chain?.id !== ETHEREUM_MAIN) && (!chain || isEvmCoin(coinOf(asset)))

/** The lowest rate at which a transaction can replace one at `rate`. */
const leastReplacing = ({ chain }: SignedNetwork, rate: bigint): bigint => (chain ? replacingRate(rate) : rate + 1n)

function sentBy(entry: Omit<LogEntry, 'txid' | 'raw'>): SimulatedTransaction {
  const { id, network, asset, address: to, amount, fee, spends, rate } = entry
  const [units, nonce] = [BigInt(amount) - BigInt(fee), Number(spends[0])]
  return { id, network, to, coin: coinOf(asset), amount: units, nonce, rate: BigInt(rate) }
}

function transactionOf(entry: LogEntry): SignedTransaction {
  const { spends, rate, txid, raw = writeSimulated(sentBy(entry)).raw } = entry
  return { spends: [...spends], rate, txid, raw }
}
