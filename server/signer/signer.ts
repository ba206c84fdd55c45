import type { Network } from '#contract/rules/networks.ts'
import { approvingOperators } from './approval.ts'
import { taprootAddress } from './bitcoin-transaction.ts'
import { bitcoinWriter } from './bitcoin.ts'
import type { BitcoinChain, EvmChain, SignedNetwork, SignerConfig } from './config.ts'
import { createHistory, type PaymentHistory } from './history.ts'
import { levelFor } from './limits.ts'
import type { LogEntry, SignerLog } from './log.ts'
import type { AboutSigner, Payment, SignAnswer, Signer } from './protocol.ts'
import { createRecorder, transactionOf } from './recorder.ts'
import { createSweeper, type CollectingKeys } from './sweeper.ts'
import { evmWriter, simulatedWriter, type Writer } from './writer.ts'

// A decision depends only on the payment, the settings and the log:
//
//   id is new      ─▶ network, address, rate, operators' signatures, limits ─▶ choose what it spends, sign, then log
//   id was signed  ─▶ the same payment only: its latest transaction, or a replacement that pays the network more
//
// A payment that was signed once is never refused, since its transaction exists: a refusal proves that none does.

/** The keys of the wallets that pay, and of the deposit addresses. */
export type SignerKeys = CollectingKeys

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
  const recorder = createRecorder(log, history)
  const sweeper = createSweeper({ networks: config.networks, keys, history, recorder, clock })

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
    if (!spending) return { refused: 'funds' }
    const { id, network: name, amount, fee, rate } = payment
    const decided = { id, network: name, asset, address, amount, fee, rate, operators, level, at }
    return recorder.write(network.writer, { ...decided, ...spending })
  }

  const hasRoom = ({ network }: Payment, { transactions }: SignedNetwork, at: number): boolean =>
    history.transactions(network, at, 'payments') < transactions

  /** Answers a payment that was signed before. */
  const again = async (before: PaymentHistory, payment: Payment): Promise<SignAnswer> => {
    if (!isSamePayment(before.latest, payment)) return { refused: 'changed' }
    const at = clock()
    const network = networks.get(payment.network)
    if (!network) return transactionOf(before.latest)
    const [rate, room] = [BigInt(payment.rate), hasRoom(payment, network, at)]
    return recorder.again(before, network.writer, { rate, most: network.rate, hasRoom: room, at })
  }

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
      return payment ? { txids: [...payment.txids], spends: [...payment.latest.spends] } : { txids: [] }
    },
    about: async () => aboutOf(config, keys),
  }
}

const fixed = ['network', 'asset', 'address', 'amount', 'fee'] as const

const isSamePayment = (entry: LogEntry, payment: Payment): boolean =>
  entry.sweep === undefined && fixed.every((name) => entry[name] === payment[name])

/** How the transactions of a chain are made. */
function writerOf(network: Network, chain: SignedNetwork['chain'], keys: SignerKeys): Writer {
  if (chain.kind === 'bitcoin') return bitcoinWriter(chain, keys.bitcoin)
  return chain.kind === 'evm' ? evmWriter(chain, keys.evm) : simulatedWriter(network, chain)
}

/** The operators, wallets and chains of a signer, all of them public. */
function aboutOf({ operators, networks }: SignerConfig, keys: SignerKeys): AboutSigner {
  const [evm, bitcoin] = [networks.get('ethereum')?.chain, networks.get('bitcoin')?.chain]
  const ethereum = evm?.kind === 'evm' && ethereumOf(evm, keys.evm.address)
  const onBitcoin = bitcoin?.kind === 'bitcoin' && bitcoinOf(bitcoin, keys.bitcoin.output)
  const sweeps = {
    ...(ethereum && ethereum.sweeps && { ethereum: ethereum.sweeps }),
    ...(onBitcoin && onBitcoin.sweeps && { bitcoin: onBitcoin.sweeps }),
  }
  return {
    keys: [...operators.keys()],
    wallets: { ...(ethereum && { ethereum: ethereum.wallet }), ...(onBitcoin && { bitcoin: onBitcoin.wallet }) },
    chains: { ...(ethereum && { ethereum: ethereum.chain }), ...(onBitcoin && { bitcoin: onBitcoin.chain }) },
    ...(Object.keys(sweeps).length > 0 && { sweeps }),
  }
}

function ethereumOf({ id, usdt, sweeps }: EvmChain, wallet: string) {
  const own = sweeps && { to: sweeps.to ?? wallet, gas: Number(sweeps.gas) }
  return { wallet, chain: { id, usdt }, sweeps: own }
}

function bitcoinOf({ network, sweeps }: BitcoinChain, output: Uint8Array) {
  const wallet = taprootAddress(network, output)
  return { wallet, chain: { network }, sweeps: sweeps && { to: sweeps.to ?? wallet } }
}
