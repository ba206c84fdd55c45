import type { Address } from 'viem'
import { getBalance, getBlock, readContract } from 'viem/actions'
import type { Coin } from '#contract/coins/assets.ts'
import { TOKEN } from '../../signer/protocol/evm-transaction.ts'
import type { BlockHead } from '../chain.ts'
import { unlessAbsent, type EvmReading } from './blocks.ts'
import { evmCoin } from './payouts.ts'

/** Balances that are read at a time. */
const AT_ONCE = 5

/** The units of a coin at some addresses as of a block; undefined where the node has another one at its height. */
export async function readEvmBalances(
  { node, usdt }: Pick<EvmReading, 'node' | 'usdt'>,
  coin: Coin,
  addresses: readonly string[],
  { height, hash }: BlockHead,
): Promise<bigint | undefined> {
  const blockNumber = BigInt(height)
  const isEther = evmCoin(coin) === 'ETH'
  const read = (address: string): Promise<bigint> =>
    isEther
      ? getBalance(node, { address: address as Address, blockNumber })
      : readContract(node, {
          ...{ address: usdt, abi: TOKEN, functionName: 'balanceOf', blockNumber },
          args: [address as Address],
        })
  let sum = 0n
  for (let at = 0; at < addresses.length; at += AT_ONCE)
    for (const amount of await Promise.all(addresses.slice(at, at + AT_ONCE).map(read))) sum += amount
  // Last: it was the same block while the balances were read.
  return (await unlessAbsent(getBlock(node, { blockNumber })))?.hash === hash ? sum : undefined
}
