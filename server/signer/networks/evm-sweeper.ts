import { coinOf, isTest, type Asset } from '#contract/coins/assets.ts'
import { ETHEREUM_MAIN } from '#contract/coins/networks.ts'
import type { EvmChain } from '../config/config.ts'
import {
  arriving,
  GAS_MARK,
  GAS_TRANSFER,
  gasFor,
  isEvmCoin,
  replacingRate,
  SWEEP_GAS,
} from '../protocol/evm-transaction.ts'
import { signEvm, type EvmKey } from './evm.ts'
import type { EvmSweeps } from '../config/sweeping.ts'
import { indexOf, type GasWriter, type SweepWriter } from './sweep-writer.ts'
import { nextNonce } from './writer.ts'

/** The keys of the paying wallet and of deposit addresses. */
export interface EvmSweepKeys {
  wallet: EvmKey
  deposit(index: number): EvmKey
}

/** A nonce as `spends` has it. */
const NONCE = /^\d+$/

const isOfChain = (chain: EvmChain, asset: Asset): boolean =>
  isTest(asset) === (chain.id !== ETHEREUM_MAIN) && isEvmCoin(coinOf(asset))

/**
 * Takes coins from deposit addresses on Ethereum. Which nonce is the next one of an address, the market says: a wrong
 * one makes a transaction that no node takes, or that waits, and its coins go to no other place.
 */
export function evmSweeper(chain: EvmChain, sweeps: EvmSweeps, keys: EvmSweepKeys): SweepWriter {
  const to = sweeps.to ?? keys.wallet.address
  const gasOf = (asset: Asset): bigint => (coinOf(asset) === 'ETH' ? sweeps.gas : SWEEP_GAS)
  const left = ({ asset, amount }: { asset: Asset; amount: string }, rate: bigint): bigint => {
    const coin = coinOf(asset)
    return isEvmCoin(coin) ? arriving(coin, BigInt(amount), { gas: gasOf(asset), rate }) : 0n
  }
  return {
    refuses(sweep) {
      if (!isOfChain(chain, sweep.asset)) return 'network'
      if (sweep.to !== to || sweep.from !== keys.deposit(sweep.index).address) return 'address'
      return left(sweep, BigInt(sweep.rate)) > 0n ? undefined : 'funds'
    },
    spend: ({ spends }) => (spends.length === 1 && NONCE.test(spends[0]!) ? { spends } : undefined),
    replacing: (latest, most) =>
      most >= replacingRate(BigInt(latest.rate)) && left(latest, most) > 0n ? most : undefined,
    write(entry) {
      const rate = BigInt(entry.rate)
      return signEvm(chain, keys.deposit(indexOf(entry)), {
        ...{ to: entry.address, coin: coinOf(entry.asset), amount: left(entry, rate) },
        ...{ nonce: Number(entry.spends[0]), rate, gas: gasOf(entry.asset) },
      })
    },
  }
}

/** Sends ether from the paying wallet to the deposit addresses from which a token is collected. */
export function evmGas(chain: EvmChain, { gasDay }: EvmSweeps, keys: EvmSweepKeys, rate: bigint): GasWriter {
  return {
    day: gasDay,
    refuses(gas) {
      if (!isOfChain(chain, gas.asset) || coinOf(gas.asset) !== 'ETH') return 'network'
      if (gas.to !== keys.deposit(gas.index).address) return 'address'
      const amount = BigInt(gas.amount)
      // As much as an address can need at the highest rate that the settings allow.
      return amount > 0n && amount <= gasFor(rate) ? undefined : 'limit'
    },
    spend: (history) => nextNonce('ethereum', chain.firstNonce, history),
    replacing: (latest, most) => (most >= replacingRate(BigInt(latest.rate)) ? most : undefined),
    write: (entry) =>
      signEvm(chain, keys.wallet, {
        ...{ to: entry.address, coin: coinOf(entry.asset), amount: BigInt(entry.amount) },
        ...{ nonce: Number(entry.spends[0]), rate: BigInt(entry.rate), gas: GAS_TRANSFER, data: GAS_MARK },
      }),
  }
}
