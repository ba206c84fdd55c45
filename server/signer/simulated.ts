import { createHash } from 'node:crypto'
import type { Coin } from '#contract/rules/coins.ts'
import type { Network } from '#contract/rules/networks.ts'

/** A transaction of the market's on a simulated network; amount and rate in units. */
export interface SimulatedTransaction {
  network: Network
  to: string
  coin: Coin
  amount: bigint
  nonce: number
  rate: bigint
}

/** A simulated transaction's text; its SHA-256 is its id. It is signed with no key: its coins are worth nothing. */
export function writeSimulated({ network, to, coin, amount, nonce, rate }: SimulatedTransaction): {
  txid: string
  raw: string
} {
  const raw = JSON.stringify({ network, to, coin, amount: String(amount), nonce, rate: String(rate) })
  return { txid: txidOf(raw), raw }
}

/** Reads the text of a simulated transaction. */
export function readSimulated(raw: string): SimulatedTransaction & { txid: string } {
  const read = JSON.parse(raw) as Record<'amount' | 'rate', string> &
    Pick<SimulatedTransaction, 'network' | 'to' | 'coin' | 'nonce'>
  return { ...read, amount: BigInt(read.amount), rate: BigInt(read.rate), txid: txidOf(raw) }
}

const txidOf = (raw: string): string => createHash('sha256').update(raw).digest('hex')
