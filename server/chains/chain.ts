import type { Coin } from '#contract/rules/coins.ts'
import type { Network } from '#contract/rules/networks.ts'

/** Blocks whose hashes a market keeps: a reorganisation that goes deeper is an alarm. */
export const FOLLOWED_DEPTH = 150

/**
 * An amount (units) that a transaction moves to an address; `index` is its output or its log, counted within the
 * transaction.
 */
export interface Transfer {
  txid: string
  index: number
  to: string
  coin: Coin
  amount: bigint
}

/** A block, with what it moves. */
export interface Block {
  height: number
  hash: string
  /** The hash of the block before it. */
  parent: string
  transfers: readonly Transfer[]
}

/** A chain, as a market reads it. Every method may throw when the chain cannot be reached. */
export interface Chain {
  /** Names the chain in the database; a simulated one has another id than the network it simulates. */
  id: string
  network: Network
  /** Whether its coins are test money. */
  test: boolean
  /** Seconds between two blocks, on average. */
  blockSeconds: number
  /** The deposit address of a number: asked for once for each, and kept. */
  addressAt(index: number): string
  /** The height of the last block; -1 before the first. */
  tip(): Promise<number>
  /** The block at a height on the chain that counts now; undefined beyond its end. */
  block(height: number): Promise<Block | undefined>
  /** Transfers that wait for a block. */
  pending(): Promise<readonly Transfer[]>
  /** The height of a transaction on the chain that counts now: null while no block has it, undefined without one. */
  heightOf(txid: string): Promise<number | null | undefined>
}
