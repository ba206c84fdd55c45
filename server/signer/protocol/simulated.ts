import { createHash } from 'node:crypto'
import type { Coin } from '#contract/coins/assets.ts'
import type { Network } from '#contract/coins/networks.ts'

/** A market's transaction on a simulated network; amount and rate in units. */
export interface SimulatedTransaction {
  /** The payment's id, without which two payments of one amount could have one transaction id. */
  id: string
  network: Network
  to: string
  coin: Coin
  amount: bigint
  nonce: number
  rate: bigint
}

/** Writes a simulated transaction; its SHA-256 is its id. It is unsigned, because its coins are worth nothing. */
export function writeSimulated({ id, network, to, coin, amount, nonce, rate }: SimulatedTransaction): {
  txid: string
  raw: string
} {
  const raw = JSON.stringify({ id, network, to, coin, amount: String(amount), nonce, rate: String(rate) })
  return { txid: txidOf(raw), raw }
}

/** Reads a simulated transaction. */
export function readSimulated(raw: string): Omit<SimulatedTransaction, 'id'> & { txid: string } {
  const read = JSON.parse(raw) as Record<'amount' | 'rate', string> &
    Pick<SimulatedTransaction, 'network' | 'to' | 'coin' | 'nonce'>
  return { ...read, amount: BigInt(read.amount), rate: BigInt(read.rate), txid: txidOf(raw) }
}

const txidOf = (raw: string): string => createHash('sha256').update(raw).digest('hex')
