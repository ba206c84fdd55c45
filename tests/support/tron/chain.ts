import {
  balanceAfter,
  BEGIN,
  makeBlock,
  makeTransaction,
  type ChainBlock,
  type Moved,
  type Sending,
  type TronTransaction,
} from './block.ts'
import { createPool } from './pool.ts'

/** Blocks after which one cannot be replaced any more. */
const SOLID = 19

/** A chain in memory. `begin`: when it begins (Unix ms). */
export function createTronChain(begin = BEGIN) {
  let [seed, at] = [0, begin]
  // Its first transaction gives coins to somebody, and has no receipt.
  const blocks: ChainBlock[] = [makeBlock(undefined, [makeTransaction([], ++seed, { type: 'TransferContract' })], 0)]
  const mempool = new Map<string, TronTransaction>()
  const { run, ...pool } = createPool(blocks, mempool)

  const chain = {
    blocks,
    mempool,
    ...pool,
    tip: (): ChainBlock => blocks.at(-1)!,
    blockOf: (txid: string) => blocks.find(({ transactions }) => transactions.some((one) => one.txid === txid)),
    /** Sends a transaction that logs these moves, without making a block; returns its id. */
    send(moves: readonly Moved[], sending?: Sending): string {
      const sent = makeTransaction(moves, ++seed, sending)
      mempool.set(sent.txid, sent)
      return sent.txid
    },
    /** Lets time pass until the next block (ms). */
    pass: (ms: number): void => void (at += ms),
    /** Makes blocks of what waits, without the transactions of `held`. */
    mine(count = 1, held: readonly string[] = []): void {
      for (let n = 0; n < count; n++) {
        const taken: TronTransaction[] = []
        for (const one of [...mempool.values()].filter(({ txid }) => !held.includes(txid))) {
          mempool.delete(one.txid)
          const done = run(one, taken)
          if (done) taken.push(done)
        }
        at += 3_000 + (seed % 3)
        blocks.push(makeBlock(chain.tip(), taken, ++seed, at))
      }
    },
    /**
     * Replaces the last blocks by one more. Their transactions wait again, without those of `lost`, and are in the last
     * new block, without those of `held`. Those of `other` log something else there.
     */
    reorganise(
      depth: number,
      { lost = [], held = [], other = {} }: { lost?: string[]; held?: string[]; other?: Record<string, Moved[]> } = {},
    ): void {
      for (const { transactions } of blocks.splice(blocks.length - depth))
        for (const one of transactions)
          if (!lost.includes(one.txid)) mempool.set(one.txid, { ...one, moves: other[one.txid] ?? one.moves })
      chain.mine(depth, [...mempool.keys()])
      chain.mine(1, held)
    },
    /** The last block that cannot be replaced any more, of the blocks that a node shows. */
    solidOf: (shown: readonly ChainBlock[]): ChainBlock => shown[Math.max(0, shown.length - 1 - SOLID)]!,
    /** The units of a token at an address as of a block. */
    balanceAt: (height: number, token: string, address: string): bigint =>
      balanceAfter(
        blocks.slice(0, height + 1).flatMap(({ transactions }) => transactions),
        token,
        address,
      ),
  }
  chain.mine(40)
  return chain
}

export type TronChain = ReturnType<typeof createTronChain>
