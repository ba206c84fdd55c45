import * as z from 'zod/mini'
import { readCoins } from '#contract/coins/assets.ts'
import { readAddress } from '#contract/coins/crypto-addresses.ts'
import { isTestNetwork, type BitcoinNetwork } from '../../chains/networks/bitcoin-networks.ts'
import { scriptOf } from '../protocol/bitcoin-transaction.ts'
import { caps } from './fields.ts'
import { PLAIN_GAS, SWEEP_GAS_MAX } from '../protocol/evm-transaction.ts'

// The part of a signer's settings by which it collects deposits. The destination stands here and nowhere else: no
// request and no database can name another one.

/** How a signer collects the deposits of a network. */
export interface Sweeps {
  /** The address that gets everything; undefined: the wallet that it pays from. */
  to: string | undefined
  /** The most transactions that collect in 24 hours, replacements and gas included. */
  transactions: number
}

/** The same on Ethereum. */
export interface EvmSweeps extends Sweeps {
  /** The gas that a transaction of ether to the destination may use: more than usual where that is a contract. */
  gas: bigint
  /** The most ether that deposit addresses are sent in 24 hours, from which a token is collected (wei). */
  gasDay: bigint
}

/** The value of `to` that stands for the paying wallet. */
const WALLET = 'wallet'

const common = { to: z.string(), transactions: caps.transactions }
export const BitcoinSweepsFile = z.strictObject(common)
export const EvmSweepsFile = z.strictObject({
  ...common,
  gas: z._default(z.int().check(z.minimum(Number(PLAIN_GAS)), z.maximum(Number(SWEEP_GAS_MAX))), Number(PLAIN_GAS)),
  gasDay: z.string(),
})

/** Reads them of Bitcoin; a text names the setting that is wrong, and how. */
export function bitcoinSweeps(
  { to, transactions }: z.infer<typeof BitcoinSweepsFile>,
  network: BitcoinNetwork,
): Sweeps | string {
  if (to === WALLET) return { to: undefined, transactions }
  const read = readAddress('bitcoin', to, isTestNetwork(network))
  // The test networks have some addresses in common, and not those of SegWit.
  if (!('address' in read) || scriptOf(network, read.address) === undefined)
    return `to: must be "${WALLET}" or an address of the network ${network}`
  return { to: read.address, transactions }
}

/** Reads them of Ethereum in the same way. `usdt`: the contract of the token, which spends nothing that it is sent. */
export function evmSweeps(
  { to, transactions, gas, gasDay: text }: z.infer<typeof EvmSweepsFile>,
  usdt: string,
): EvmSweeps | string {
  const gasDay = readCoins(text, 'ETH')
  if (gasDay === undefined) return 'gasDay: must be an amount such as "0.05"'
  const own = { transactions, gas: BigInt(gas), gasDay }
  if (to === WALLET) return { to: undefined, ...own }
  const read = readAddress('ethereum', to)
  if (!('address' in read) || read.address === usdt || /^0x0*$/.test(read.address))
    return `to: must be "${WALLET}" or an address on Ethereum that can spend`
  return { to: read.address, ...own }
}
