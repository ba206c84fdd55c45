import { inBlocks } from './pool.ts'
import type { RawBlock } from './raw-block.ts'
import { addressOf } from './regtest-chain.ts'

/** The sums of what an address got and spent in some blocks (satoshis), as Esplora names them. */
export function statsOf(
  blocks: readonly RawBlock[],
  address: string,
): { funded_txo_sum: number; spent_txo_sum: number } {
  const got = new Map<string, bigint>()
  let spent = 0n
  for (const { id, inputs, outputs } of inBlocks(blocks)) {
    for (const { outpoint } of inputs) spent += got.get(outpoint) ?? 0n
    for (const [n, { amount, script }] of outputs.entries())
      if (addressOf(script) === address) got.set(`${id}:${n}`, amount)
  }
  const funded = [...got.values()].reduce((sum, amount) => sum + amount, 0n)
  return { funded_txo_sum: Number(funded), spent_txo_sum: Number(spent) }
}
