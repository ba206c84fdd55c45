import type { Network } from '#contract/coins/networks.ts'
import { aboutSigner } from './about.ts'
import { approvingOperators } from './protocol/approval.ts'
import { bitcoinWriter } from './networks/bitcoin.ts'
import type { SignedNetwork, SignerConfig } from './config/config.ts'
import { createHistory, type SigningHistory, type PaymentHistory } from './log/history.ts'
import { levelFor } from './protocol/limits.ts'
import type { LogEntry, SignerLog } from './log/log.ts'
import type { Payment, SignAnswer, Signer } from './protocol/protocol.ts'
import { createRecorder, replacementOf, transactionOf, type Recorder } from './recorder.ts'
import { createSweeper, type CollectingKeys } from './sweeper.ts'
import { tronWriter, type TronKey } from './networks/tron.ts'
import { evmWriter, simulatedWriter, type Unwritten, type Writer } from './networks/writer.ts'

// A decision depends only on the payment, the settings and the log:
//
//   id is new      ─▶ network, address, rate, operators' signatures, limits ─▶ choose what it spends, sign, then log
//   id was signed  ─▶ the same payment only: its latest transaction, or a replacement that pays the network more
//
// A payment that was signed once is never refused, since its transaction exists: a refusal proves that none does.
//
// On Tron nothing but time excludes a second payment. There another transaction takes, beside the market's word, the
// signer's clock and an answer of its own node, and counts against the limits like another payment.

/** The keys of the wallets that pay, and of the deposit addresses. */
export interface SignerKeys extends CollectingKeys {
  tron: TronKey
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
  let latest = now()
  const history = createHistory(entries, latest)
  /** The time; setting the clock back does not reset a limit. */
  const clock = (): number => (latest = Math.max(latest, now()))
  const recorder = createRecorder(log, history)
  const sign = createPayer({ config, keys, history, recorder, clock })
  const sweeper = createSweeper({ networks: config.networks, keys, history, recorder, clock })

  let queue: Promise<unknown> = Promise.resolve()
  /** Decides one after another, so that each decision sees the log of those before it. */
  const inTurn = (decide: () => Promise<SignAnswer>): Promise<SignAnswer> => {
    const answer = queue.then(decide)
    // One failure must not block the queue.
    queue = answer.catch(() => undefined)
    return answer
  }
  return {
    sign: (payment) => inTurn(() => sign(payment)),
    sweep: (sweep) => inTurn(() => sweeper.sweep(sweep)),
    gas: (gas) => inTurn(() => sweeper.gas(gas)),
    async signed(id) {
      const payment = history.paymentOf(id)
      if (!payment) return { txids: [] }
      const { txids, latest: last, until } = payment
      return { txids: [...txids], spends: [...last.spends], ...(until > 0 && { until }) }
    },
    about: async () => aboutSigner(config, keys),
  }
}

interface PayerParts extends Pick<Parts, 'config' | 'keys'> {
  history: SigningHistory
  recorder: Recorder
  /** The time (Unix ms). */
  clock(): number
}

/** A network with the way in which its transactions are made. */
type Written = SignedNetwork & { writer: Writer }

/** An answer without a transaction. */
type Refused = Extract<SignAnswer, { refused: string }>

/** Signs payments. The caller has them decided one after another. */
function createPayer({ config, keys, history, recorder, clock }: PayerParts): Signer['sign'] {
  const networks: ReadonlyMap<Network, Written> = new Map(
    [...config.networks].map(([name, one]) => [name, { ...one, writer: writerOf(name, one.chain, keys) }]),
  )
  const hasRoom = ({ network }: Payment, { transactions }: SignedNetwork, at: number): boolean =>
    history.transactions(network, at, 'payments') < transactions

  /** The entry of a transaction that the limits allow, or why there is none. */
  const decide = async (payment: Payment, { writer }: Written, at: number): Promise<Unwritten | Refused> => {
    const caps = await capsFor(config, history, payment, at)
    if ('refused' in caps) return caps
    // Last: another payment may spend what this one cannot.
    const spending = writer.spend(payment, history, at)
    if (!spending) return { refused: 'funds' }
    const { id, network, asset, address, amount, fee, rate } = payment
    return { id, network, asset, address, amount, fee, rate, ...spending, ...caps, at }
  }

  /** The same for a payment whose latest transaction has expired; undefined where that may still be taken. */
  const renewal = async (before: PaymentHistory, payment: Payment, network: Written, at: number) => {
    const { writer } = network
    if (payment.expired !== before.latest.txid || writer.refuses(payment)) return undefined
    if (!(await writer.isVoid?.(before, at))) return undefined
    const decided = await decide(payment, network, at)
    return 'refused' in decided ? undefined : decided
  }

  /** Answers a payment that was signed before. */
  const again = async (before: PaymentHistory, payment: Payment): Promise<SignAnswer> => {
    const { latest } = before
    if (!isSamePayment(latest, payment)) return { refused: 'changed' }
    const at = clock()
    const network = networks.get(payment.network)
    if (!network) return transactionOf(latest)
    const { writer, rate: most } = network
    return recorder.again(before, writer, {
      ...{ rate: BigInt(payment.rate), most, hasRoom: hasRoom(payment, network, at) },
      decide: (rate) =>
        writer.isVoid
          ? renewal(before, { ...payment, rate: String(rate) }, network, at)
          : replacementOf(latest, writer, { most: rate, at }),
    })
  }

  return async (payment) => {
    const before = history.paymentOf(payment.id)
    // The rest of the log may be missing, too.
    if (payment.expired !== undefined && !before?.txids.includes(payment.expired)) return { refused: 'lost' }
    if (before) return again(before, payment)
    const at = clock()
    const network = networks.get(payment.network)
    if (!network) return { refused: 'network' }
    const refused = network.writer.refuses(payment)
    if (refused) return { refused }
    if (BigInt(payment.rate) > network.rate) return { refused: 'rate' }
    if (!hasRoom(payment, network, at)) return { refused: 'limit' }
    const decided = await decide(payment, network, at)
    return 'refused' in decided ? decided : recorder.write(network.writer, decided)
  }
}

/** The caps that allow a payment at a time (Unix ms), or the number of operators who would have to sign it. */
async function capsFor(
  { limits, operators }: SignerConfig,
  history: SigningHistory,
  payment: Payment,
  at: number,
): Promise<Pick<LogEntry, 'operators' | 'level'> | Refused> {
  const signed = await approvingOperators(payment, payment.approvals, operators, at)
  const { asset, address } = payment
  const asked = { asset, address, amount: BigInt(payment.amount) }
  const level = levelFor(limits, asked, history.payments(at), { from: 0, to: signed.length })
  if (level !== undefined) return { operators: signed, level }
  const wanted = levelFor(limits, asked, history.payments(at), { from: signed.length + 1, to: 2 })
  return { refused: 'limit', ...(wanted !== undefined && { approvals: wanted }) }
}

const fixed = ['network', 'asset', 'address', 'amount', 'fee'] as const

const isSamePayment = (entry: LogEntry, payment: Payment): boolean =>
  entry.sweep === undefined && fixed.every((name) => entry[name] === payment[name])

/** How the transactions of a chain are made. */
function writerOf(network: Network, chain: SignedNetwork['chain'], keys: SignerKeys): Writer {
  if (chain.kind === 'bitcoin') return bitcoinWriter(chain, keys.bitcoin)
  if (chain.kind === 'tron') return tronWriter(chain, keys.tron)
  return chain.kind === 'evm' ? evmWriter(chain, keys.evm) : simulatedWriter(network, chain)
}
