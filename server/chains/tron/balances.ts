import type { BlockHead } from '../chain.ts'
import { tronBytesOf } from '../networks/tron-address.ts'
import type { TronBlocks } from './blocks.ts'
import { askHeader, askLast } from './headers.ts'
import type { TronNode } from './node.ts'
import { askBalance } from './token.ts'

// A node shows balances as of its last solidified block alone: the last one that cannot be replaced any more, about a
// minute old. The moves in the blocks between that and the block that is asked about are added, or taken off where the
// solidified block is the later one by now.
//
//   … ── solidified block ── … ── … ── the block that is asked about ── … ── last block
//            balances      +   the moves of these

/** Addresses between two looks at which block is solidified, and balances that are asked for at a time. */
const [GROUP, AT_ONCE] = [20, 5]

/** Tries of a group; another block is solidified every three seconds. */
const TRIES = 10

/** The most blocks between the two: all of them are kept (blocks.ts). */
const BETWEEN_MAX = 100

/** A node, its blocks, and the 20 bytes of the token's address in hexadecimal. */
export interface TronReading {
  node: TronNode
  blocks: TronBlocks
  token: string
}

/**
 * The units of the token at some addresses as of a block; undefined where the node has another one at its height, or
 * the block is too far from the one that is solidified.
 */
export async function readTronBalances(
  reading: TronReading,
  addresses: readonly string[],
  head: BlockHead,
): Promise<bigint | undefined> {
  let sum = 0n
  for (let at = 0; at < addresses.length; at += GROUP) {
    const units = await readGroup(reading, addresses.slice(at, at + GROUP).map(tronBytesOf), head)
    if (units === undefined) return undefined
    sum += units
  }
  // Last: the blocks were this chain's while the balances were read.
  return (await askHeader(reading.node, 'wallet', head.height))?.hash === head.hash ? sum : undefined
}

async function readGroup(reading: TronReading, group: readonly string[], head: BlockHead): Promise<bigint | undefined> {
  const { node, token, blocks } = reading
  for (let tries = 0; tries < TRIES; tries++) {
    const solid = await askLast(node, 'walletsolidity')
    let sum = 0n
    for (let at = 0; at < group.length; at += AT_ONCE) {
      const some = group.slice(at, at + AT_ONCE)
      for (const units of await Promise.all(some.map((one) => askBalance(node, token, one)))) sum += units
    }
    if ((await askLast(node, 'walletsolidity')).hash !== solid.hash) continue
    const isLater = solid.height > head.height
    const moved = isLater ? await movedAfter(blocks, head, solid) : await movedAfter(blocks, solid, head)
    if (!moved) return undefined
    const change = group.reduce((all, one) => all + (moved.get(one) ?? 0n), 0n)
    return isLater ? sum - change : sum + change
  }
  return undefined
}

/** The change at each address by the blocks after one, up to another; undefined where they do not lead to the other. */
async function movedAfter(
  blocks: TronBlocks,
  first: BlockHead,
  last: BlockHead,
): Promise<Map<string, bigint> | undefined> {
  const moved = new Map<string, bigint>()
  const add = (address: string, units: bigint) => moved.set(address, (moved.get(address) ?? 0n) + units)
  if (last.height - first.height > BETWEEN_MAX) return undefined
  let [height, hash] = [last.height, last.hash]
  while (hash !== first.hash) {
    const block = height > first.height ? (blocks.recent(hash) ?? (await blocks.at(height))) : undefined
    if (block?.hash !== hash) return undefined
    for (const { from, to, amount } of block.moves) {
      add(from, -amount)
      add(to, amount)
    }
    ;[height, hash] = [height - 1, block.parent]
  }
  return moved
}
