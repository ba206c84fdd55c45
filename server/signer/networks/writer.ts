import { coinOf, isTest } from '#contract/coins/assets.ts'
import { ETHEREUM_MAIN, type Network } from '#contract/coins/networks.ts'
import { readWithdrawalAddress, type AddressesOf } from '#contract/withdrawals/address.ts'
import type { EvmChain, Simulated } from '../config/config.ts'
import { isEvmCoin, replacingRate } from '../protocol/evm-transaction.ts'
import { signEvm, type EvmKey } from './evm.ts'
import type { SigningHistory, PaymentHistory } from '../log/history.ts'
import type { LogEntry } from '../log/log.ts'
import type { Payment, SignerRefusal } from '../protocol/protocol.ts'
import { writeSimulated, type SimulatedTransaction } from '../protocol/simulated.ts'

/** An entry of the log without its transaction. */
export type Unwritten = Omit<LogEntry, 'txid' | 'raw'>

/** The nonce or outputs that a payment's transactions spend, and the other data needed to write them. */
export type Spending = Pick<LogEntry, 'spends' | 'bitcoin' | 'tron'>

/** How a signer makes the transactions of a network. */
export interface Writer {
  /** Why it makes none of a payment, whatever the limits; undefined where it does. */
  refuses(payment: Payment): SignerRefusal | undefined
  /** The spending of a transaction signed at `at` (Unix ms); undefined where the offered outputs do not suffice. */
  spend(payment: Payment, history: SigningHistory, at: number): Spending | undefined
  /** The rate, `most` at most, at which a payment's latest transaction can be replaced; undefined where it cannot. */
  replacing(latest: LogEntry, most: bigint): bigint | undefined
  /**
   * Whether none of a payment's transactions can ever be confirmed at `at` (Unix ms), so that it may have another one.
   * Absent where a replacement excludes those before it.
   */
  isVoid?(payment: PaymentHistory, at: number): Promise<boolean>
  /** Writes the transaction of an entry, and signs it on a real chain. @throws Error where the key signs wrongly */
  write(entry: Unwritten): Promise<{ txid: string; raw: string }>
}

/** The units that the address of a payment gets. */
export const paidBy = ({ amount, fee }: Pick<Payment, 'amount' | 'fee'>): bigint => BigInt(amount) - BigInt(fee)

/** Whether a payment's address is one of its network, in canonical form: two forms of one would each have a limit. */
export function hasAddress({ network, address }: Payment, of: AddressesOf): boolean {
  const read = readWithdrawalAddress(network, address, of)
  return 'address' in read && read.address === address
}

/** The next nonce of the wallet on a network. */
export const nextNonce = (network: Network, firstNonce: number, history: SigningHistory): { spends: string[] } => ({
  spends: [String(history.nextNonce(network) ?? firstNonce)],
})

/** The transaction of an entry whose network has nonces. */
export function sentBy(entry: Unwritten): SimulatedTransaction {
  const { id, network, asset, address: to, spends, rate } = entry
  return {
    ...{ id, network, to, coin: coinOf(asset), amount: paidBy(entry) },
    ...{ nonce: Number(spends[0]), rate: BigInt(rate) },
  }
}

/** Writes the payments of a simulated network, unsigned. */
export const simulatedWriter = (network: Network, { firstNonce }: Simulated): Writer => ({
  refuses(payment) {
    if (!isTest(payment.asset)) return 'network'
    return hasAddress(payment, { simulated: true, test: true }) ? undefined : 'address'
  },
  spend: (_payment, history) => nextNonce(network, firstNonce, history),
  replacing: ({ rate }, most) => (most > BigInt(rate) ? most : undefined),
  write: async (entry) => writeSimulated(sentBy(entry)),
})

/** Writes the payments of an Ethereum network. */
export const evmWriter = (chain: EvmChain, key: EvmKey): Writer => ({
  refuses(payment) {
    const test = chain.id !== ETHEREUM_MAIN
    if (isTest(payment.asset) !== test || !isEvmCoin(coinOf(payment.asset))) return 'network'
    return hasAddress(payment, { simulated: false, test }) ? undefined : 'address'
  },
  spend: (_payment, history) => nextNonce('ethereum', chain.firstNonce, history),
  replacing: ({ rate }, most) => (most >= replacingRate(BigInt(rate)) ? most : undefined),
  write: (entry) => signEvm(chain, key, sentBy(entry)),
})
