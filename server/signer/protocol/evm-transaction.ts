import { parseAbi, type Hex } from 'viem'
import type { Coin } from '#contract/coins/assets.ts'

// The rules of the market's Ethereum transactions, for the signer, which writes them, and the market, which sends them.

/** The coins that an Ethereum network moves. */
export type EvmCoin = Extract<Coin, 'ETH' | 'USDT'>

/**
 * The gas that a transaction may use; only what it uses is paid. Ether needs more than the usual 21,000 where a
 * contract receives it.
 */
export const EVM_GAS: Readonly<Record<EvmCoin, bigint>> = { ETH: 100_000n, USDT: 150_000n }

/** The gas of ether to an account without code. */
export const PLAIN_GAS = 21_000n

/** The gas that a transaction may use which takes the token from a deposit address. */
export const SWEEP_GAS = 100_000n

/** The most gas that a transaction may use which takes coins from a deposit address, to whatever destination. */
export const SWEEP_GAS_MAX = 500_000n

/** The gas of ether that is sent to a deposit address for that, with its mark. */
export const GAS_TRANSFER = 25_000n

/** The data of such ether, by which whoever reads the chain knows that it is no deposit. No withdrawal has any. */
export const GAS_MARK: Hex = '0x676173'

/** The ether with which a deposit address is filled up at a rate: enough to replace its transaction some times. */
export const gasFor = (rate: bigint): bigint => (SWEEP_GAS * rate * 3n) / 2n

/** The units that arrive of an amount that a deposit address sends: of ether, less the highest transaction price. */
export const arriving = (coin: EvmCoin, amount: bigint, { gas, rate }: { gas: bigint; rate: bigint }): bigint =>
  coin === 'ETH' ? amount - gas * rate : amount

/** Whether an Ethereum network moves a coin. */
export const isEvmCoin = (coin: Coin): coin is EvmCoin => Object.hasOwn(EVM_GAS, coin)

/** The part of a token's interface (ERC-20) that is used. Tether's `transfer` returns nothing. */
export const TOKEN = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'function transfer(address to, uint256 value)',
  'function transferFrom(address from, address to, uint256 value)',
  'function decimals() view returns (uint8)',
  'function balanceOf(address owner) view returns (uint256)',
])

/** A tenth of a rate goes to the block's maker. */
const PRIORITY_PARTS = 10n

/** The fees of a transaction at a rate (wei per gas, EIP-1559): the maximum, and the part for the block's maker. */
export function evmFees(rate: bigint): { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint } {
  const priority = rate / PRIORITY_PARTS + 1n
  return { maxFeePerGas: rate, maxPriorityFeePerGas: priority < rate ? priority : rate }
}

/**
 * The rate that pays a base fee and the block's maker at present (wei per gas), also when the base fee doubles, as it
 * can within six blocks.
 */
export function usualRate(baseFee: bigint, priority: bigint): bigint {
  const [enough, least] = [2n * baseFee + priority, PRIORITY_PARTS * priority]
  return enough > least ? enough : least
}

/** The lowest rate for a transaction in place of one at `rate`: 1/8 more, since nodes refuse a small rise. */
export const replacingRate = (rate: bigint): bigint => (rate === 0n ? 1n : (rate * 9n + 7n) / 8n)
