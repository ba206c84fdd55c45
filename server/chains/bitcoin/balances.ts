import * as z from 'zod/mini'
import { readTip, type BitcoinNode } from './node.ts'
import type { BlockHead } from '../chain.ts'

const sats = z.int().check(z.nonnegative())
const Address = z.object({
  address: z.string(),
  chain_stats: z.object({ funded_txo_sum: sats, spent_txo_sum: sats }),
})

/**
 * The satoshis at some addresses as of a block; undefined unless that is the last one, because Esplora shows no earlier
 * balances. Its sums are believed: unlike blocks, they prove nothing.
 */
export async function readBitcoinBalances(
  node: BitcoinNode,
  addresses: readonly string[],
  { hash }: BlockHead,
): Promise<bigint | undefined> {
  if ((await readTip(node)) !== hash) return undefined
  let sum = 0n
  for (const address of addresses) sum += await readBalance(node, address)
  return (await readTip(node)) === hash ? sum : undefined
}

/** The satoshis at an address, as of the last block. */
export async function readBalance(node: BitcoinNode, address: string): Promise<bigint> {
  const path = `/address/${address}`
  const found = await node.json(path, Address)
  if (found?.address !== address) throw node.wrong(path, 'the answer is about another address')
  const { funded_txo_sum: funded, spent_txo_sum: spent } = found.chain_stats
  return BigInt(funded) - BigInt(spent)
}
