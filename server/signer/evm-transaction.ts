import type { Coin } from '#contract/rules/coins.ts'

// The rules of the market's Ethereum transactions, for the signer, which writes them, and the market, which sends them.

/** The coins that an Ethereum network moves. */
export type EvmCoin = Extract<Coin, 'ETH' | 'USDT'>

/**
 * The gas that a transaction may use; only what it uses is paid. Ether needs more than the usual 21,000 where a
 * contract receives it.
 */
export const EVM_GAS: Readonly<Record<EvmCoin, bigint>> = { ETH: 100_000n, USDT: 150_000n }

/** Whether an Ethereum network moves a coin. */
export const isEvmCoin = (coin: Coin): coin is EvmCoin => Object.hasOwn(EVM_GAS, coin)

/** Decimals of USDT on Ethereum. */
export const USDT_DECIMALS = 6

/** The functions of a token (ERC-20). `transfer` has no output here, since Tether's returns nothing. */
export const TOKEN_ABI = [
  {
    type: 'function',
    name: 'transfer',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
    outputs: [],
  },
  { type: 'function', name: 'decimals', stateMutability: 'view', inputs: [], outputs: [{ name: '', type: 'uint8' }] },
] as const

/** What a transaction at a rate pays at most per gas, and what of it the block's maker gets (wei; EIP-1559). */
export function evmFees(rate: bigint): { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint } {
  const priority = rate / 10n + 1n
  return { maxFeePerGas: rate, maxPriorityFeePerGas: priority < rate ? priority : rate }
}

/** The lowest rate for a transaction in place of one at `rate`: 1/8 more, since nodes refuse a small rise. */
export const replacingRate = (rate: bigint): bigint => (rate === 0n ? 1n : (rate * 9n + 7n) / 8n)
