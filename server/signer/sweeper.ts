import type { Network } from '#contract/coins/networks.ts'
import { bitcoinSweeper, type SegwitKey } from './networks/bitcoin-sweeper.ts'
import type { BitcoinKey } from './networks/bitcoin.ts'
import type { SignedNetwork } from './config/config.ts'
import { evmGas, evmSweeper } from './networks/evm-sweeper.ts'
import type { EvmKey } from './networks/evm.ts'
import type { SigningHistory } from './log/history.ts'
import type { LogEntry } from './log/log.ts'
import type { Gas, SignAnswer, Signer, Sweep } from './protocol/protocol.ts'
import { replacementOf, transactionOf, type Recorder } from './recorder.ts'
import type { GasWriter, SweepWriter } from './networks/sweep-writer.ts'

// Collecting deposits. The coins of a deposit address leave it for one place only, the destination in the signer's own
// settings, so that a market that lies can waste what networks take, within the caps of rate and transactions, and get
// nothing:
//
//   sweep ─▶ network, address, destination, rate, cap ─▶ what it spends, proven ─▶ sign, then log
//   gas   ─▶ network, address, amount, rate, caps ─▶ the wallet's next nonce ─▶ sign, then log
//
// Two sweeps may spend the same: a chain takes one of them, and both go to the same place. So a market that has lost
// its records collects what it finds.

/** The keys of the wallets that pay, and those of deposit addresses by their numbers. */
export interface CollectingKeys {
  evm: EvmKey
  bitcoin: BitcoinKey
  deposits: {
    evm(index: number): EvmKey
    bitcoin(index: number): SegwitKey
  }
}

interface Parts {
  networks: ReadonlyMap<Network, SignedNetwork>
  keys: CollectingKeys
  history: SigningHistory
  recorder: Recorder
  /** The time (Unix ms). */
  clock(): number
}

/** A network whose deposits are collected. */
interface Collecting {
  rate: bigint
  /** The most transactions in 24 hours. */
  transactions: number
  coins: SweepWriter
  gas: GasWriter | undefined
}

/** The part of an entry that a request says, and does not change while it is repeated. */
type Asked = Pick<LogEntry, 'id' | 'network' | 'asset' | 'address' | 'amount'> & {
  sweep: NonNullable<LogEntry['sweep']>
}

const fixed = ['network', 'asset', 'address', 'amount'] as const

const isSame = ({ sweep, ...entry }: LogEntry, asked: Asked): boolean =>
  sweep?.index === asked.sweep.index &&
  sweep.part === asked.sweep.part &&
  fixed.every((name) => entry[name] === asked[name])

/** Signs sweeps and their gas. The caller has them decided one after another. */
export function createSweeper({ networks, keys, history, recorder, clock }: Parts): Pick<Signer, 'sweep' | 'gas'> {
  const collecting = new Map<Network, Collecting>(
    [...networks].flatMap(([name, network]) => {
      const found = collectingOf(network, keys)
      return found ? [[name, found] as const] : []
    }),
  )
  const hasRoom = (network: Network, { transactions }: Collecting, at: number): boolean =>
    history.transactions(network, at, 'sweeps') < transactions

  /** Answers what was signed before under an id; undefined where nothing was. */
  function again(asked: Asked & { rate: string }, spends?: readonly string[]): Promise<SignAnswer> | undefined {
    const before = history.paymentOf(asked.id)
    if (!before) return undefined
    const { latest } = before
    const isOther = spends !== undefined && spends.join() !== latest.spends.join()
    if (isOther || !isSame(latest, asked)) return Promise.resolve({ refused: 'changed' })
    const of = collecting.get(asked.network)
    const writer = asked.sweep.part === 'gas' ? of?.gas : of?.coins
    if (!of || !writer) return Promise.resolve(transactionOf(latest))
    const at = clock()
    return recorder.again(before, writer, {
      ...{ rate: BigInt(asked.rate), most: of.rate, hasRoom: hasRoom(asked.network, of, at) },
      decide: (most) => replacementOf(latest, writer, { most, at }),
    })
  }

  /** The entry of a first transaction. */
  const entryOf = ({ rate, ...asked }: Asked & { rate: string }, at: number) => ({
    ...asked,
    ...{ fee: '0', rate, operators: [], level: 0, at },
  })

  return {
    async sweep(sweep: Sweep) {
      const { id, network, asset, amount, rate, index, to: address, spends } = sweep
      const asked = { id, network, asset, address, amount, rate, sweep: { index, part: 'coins' as const } }
      const before = again(asked, spends)
      if (before) return before
      const of = collecting.get(network)
      if (!of) return { refused: 'network' }
      const refused = of.coins.refuses(sweep)
      if (refused) return { refused }
      if (BigInt(rate) > of.rate) return { refused: 'rate' }
      const at = clock()
      if (!hasRoom(network, of, at)) return { refused: 'limit' }
      const spending = of.coins.spend(sweep)
      return spending ? recorder.write(of.coins, { ...entryOf(asked, at), ...spending }) : { refused: 'funds' }
    },
    async gas(gas: Gas) {
      const { id, network, asset, amount, rate, index, to: address } = gas
      const asked = { id, network, asset, address, amount, rate, sweep: { index, part: 'gas' as const } }
      const before = again(asked)
      if (before) return before
      const of = collecting.get(network)
      if (!of?.gas) return { refused: 'network' }
      const refused = of.gas.refuses(gas)
      if (refused) return { refused }
      if (BigInt(rate) > of.rate) return { refused: 'rate' }
      const at = clock()
      const isBeyond = history.gas(network, at) + BigInt(amount) > of.gas.day
      if (isBeyond || !hasRoom(network, of, at)) return { refused: 'limit' }
      return recorder.write(of.gas, { ...entryOf(asked, at), ...of.gas.spend(history) })
    },
  }
}

/** How a network's deposits are collected; undefined where its settings say nothing of that, and on Tron. */
function collectingOf({ chain, rate }: SignedNetwork, keys: CollectingKeys): Collecting | undefined {
  if (chain.kind === 'simulated' || chain.kind === 'tron' || !chain.sweeps) return undefined
  const { transactions } = chain.sweeps
  if (chain.kind === 'bitcoin') {
    const own = { wallet: keys.bitcoin, deposit: keys.deposits.bitcoin }
    return { rate, transactions, coins: bitcoinSweeper(chain, chain.sweeps, own), gas: undefined }
  }
  const own = { wallet: keys.evm, deposit: keys.deposits.evm }
  return {
    ...{ rate, transactions },
    coins: evmSweeper(chain, chain.sweeps, own),
    gas: evmGas(chain, chain.sweeps, own, rate),
  }
}
