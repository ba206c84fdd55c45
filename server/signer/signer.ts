import type { Network } from '#contract/rules/networks.ts'
import { approvingOperators } from './approval.ts'
import { taprootAddress } from './bitcoin-transaction.ts'
import { bitcoinWriter, type BitcoinKey } from './bitcoin.ts'
import type { SignedNetwork, SignerConfig } from './config.ts'
import type { EvmKey } from './evm.ts'
import { createHistory, type PaymentHistory } from './history.ts'
import { levelFor } from './limits.ts'
import type { LogEntry, SignerLog } from './log.ts'
import type { AboutSigner, Payment, SignAnswer, SignedTransaction, Signer } from './protocol.ts'
import { writeSimulated } from './simulated.ts'
import { evmWriter, sentBy, simulatedWriter, type Unwritten, type Writer } from './writer.ts'

// A decision depends only on the payment, the settings and the log:
//
//   id is new      ─▶ network, address, rate, operators' signatures, limits ─▶ choose what it spends, sign, then log
//   id was signed  ─▶ the same payment only: its latest transaction, or a replacement that pays the network more
//
// A payment that was signed once is never refused, since its transaction exists: a refusal proves that none does.

/** The most transactions of one payment. */
const REPLACED_MAX = 12

/** The keys of the wallets that pay. */
export interface SignerKeys {
  evm: EvmKey
  bitcoin: BitcoinKey
}

interface Parts {
  config: SignerConfig
  keys: SignerKeys
  log: Pick<SignerLog, 'append'>
  /** The entries of the log. */
  entries: readonly LogEntry[]
  /** The signer's clock, Unix ms. */
  now(): number
}

/** A signer over its settings and its log. */
export function createSigner({ config, keys, log, entries, now }: Parts): Signer {
  const networks = new Map(
    [...config.networks].map(([name, one]) => [name, { ...one, writer: writerOf(name, one.chain, keys) }]),
  )
  let latest = now()
  const history = createHistory(entries, latest)
  /** The time; setting the clock back does not reset a limit. */
  const clock = (): number => (latest = Math.max(latest, now()))

  const sign = async (payment: Payment): Promise<SignAnswer> => {
    const before = history.paymentOf(payment.id)
    if (before) return again(before, payment)
    const at = clock()
    const network = networks.get(payment.network)
    if (!network) return { refused: 'network' }
    const refused = network.writer.refuses(payment)
    if (refused) return { refused }
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
    // Last: another payment may spend what this one cannot.
    const spending = network.writer.spend(payment, history)
    return spending ? write(network.writer, payment, { ...spending, operators, level, at }) : { refused: 'funds' }
  }

  const hasRoom = ({ network }: Payment, { transactions }: SignedNetwork, at: number): boolean =>
    history.transactions(network, at) < transactions

  /** Answers a payment that was signed before. */
  const again = async (before: PaymentHistory, payment: Payment): Promise<SignAnswer> => {
    if (!isSamePayment(before.latest, payment)) return { refused: 'changed' }
    const at = clock()
    const network = networks.get(payment.network)
    if (!network || before.txids.length >= REPLACED_MAX || !hasRoom(payment, network, at))
      return transactionOf(before.latest)
    const asked = BigInt(payment.rate)
    // The highest that is allowed may be enough.
    const rate = network.writer.replacing(before.latest, asked < network.rate ? asked : network.rate)
    if (rate === undefined) return transactionOf(before.latest)
    const { spends, bitcoin, operators, level } = before.latest
    const spending = { spends, ...(bitcoin && { bitcoin }) }
    return write(network.writer, { ...payment, rate: String(rate) }, { ...spending, operators, level, at })
  }

  const write = async (
    writer: Writer,
    { id, network, asset, address, amount, fee, rate }: Payment,
    decided: Pick<LogEntry, 'spends' | 'bitcoin' | 'operators' | 'level' | 'at'>,
  ): Promise<SignAnswer> => {
    const unwritten: Unwritten = { id, network, asset, address, amount, fee, rate, ...decided }
    const entry = { ...unwritten, ...(await writer.write(unwritten)) }
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
      return payment ? { txids: [...payment.txids], spends: [...payment.latest.spends] } : { txids: [] }
    },
    about: async () => aboutOf(config, keys),
  }
}

const fixed = ['network', 'asset', 'address', 'amount', 'fee'] as const

const isSamePayment = (entry: LogEntry, payment: Payment): boolean =>
  fixed.every((name) => entry[name] === payment[name])

/** How the transactions of a chain are made. */
function writerOf(network: Network, chain: SignedNetwork['chain'], keys: SignerKeys): Writer {
  if (chain.kind === 'bitcoin') return bitcoinWriter(chain, keys.bitcoin)
  return chain.kind === 'evm' ? evmWriter(chain, keys.evm) : simulatedWriter(network, chain)
}

/** The operators, wallets and chains of a signer, all of them public. */
function aboutOf({ operators, networks }: SignerConfig, keys: SignerKeys): AboutSigner {
  const [evm, bitcoin] = [networks.get('ethereum')?.chain, networks.get('bitcoin')?.chain]
  const ethereum = evm?.kind === 'evm' && { wallet: keys.evm.address, chain: { id: evm.id, usdt: evm.usdt } }
  const { network } = bitcoin?.kind === 'bitcoin' ? bitcoin : {}
  const onBitcoin = network && { wallet: taprootAddress(network, keys.bitcoin.output), chain: { network } }
  return {
    keys: [...operators.keys()],
    wallets: { ...(ethereum && { ethereum: ethereum.wallet }), ...(onBitcoin && { bitcoin: onBitcoin.wallet }) },
    chains: { ...(ethereum && { ethereum: ethereum.chain }), ...(onBitcoin && { bitcoin: onBitcoin.chain }) },
  }
}

function transactionOf(entry: LogEntry): SignedTransaction {
  const { spends, rate, txid, raw = writeSimulated(sentBy(entry)).raw } = entry
  return { spends: [...spends], rate, txid, raw }
}
