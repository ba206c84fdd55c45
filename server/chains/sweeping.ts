import type { Coin } from '#contract/rules/coins.ts'
import type { SignAnswer, SignedTransaction } from '../signer/protocol.ts'
import type { Cost, Spent } from './chain.ts'

// How the coins at deposit addresses are collected, for the market. Every method may throw when the chain or the signer
// cannot be reached.

/** A deposit address, by the number from which it is derived. */
export interface DepositAddress {
  index: number
  address: string
}

/** Where the signer sends what it collects: its own setting, and an address of the market's. */
export interface Destination {
  address: string
  /** Whether it is the wallet that the signer pays from. */
  isWallet: boolean
  /** The gas that a transaction of ether to it may use; 0n on chains without gas. */
  gas: bigint
}

/** What can be taken from a deposit address now. */
export interface Sweepable {
  /** Units that leave the address. The network's price comes off them where it is paid in the same coin. */
  amount: bigint
  /** The usual price of all transactions that it takes. */
  cost: Cost
  /** What its transaction spends: the next nonce of the address, or outputs there as `txid:n`. */
  spends: readonly string[]
  /** Units of the network's own coin that have to be sent to the address first; 0n where there are enough. */
  gas: bigint
}

/** A sweep of one deposit address; `amount` leaves it for `to`. */
export interface SweepOf extends DepositAddress {
  id: string
  coin: Coin
  amount: bigint
  spends: readonly string[]
  to: string
}

/** Gas that is sent to a deposit address (units). */
export interface GasOf extends DepositAddress {
  id: string
  amount: bigint
}

/** The part of a chain that collects deposits. */
export interface Sweeping {
  /** The coins that it collects, those first that need the others as gas. */
  coins: readonly Coin[]
  /**
   * The signer's destination; undefined where it has none.
   *
   * @throws ChainSettingsError where that is not an address of the market's, or cannot be paid with its settings
   */
  destination(): Promise<Destination | undefined>
  /** What can be taken of a coin from an address, at a rate; undefined where nothing can. */
  sweepable(from: DepositAddress, coin: Coin, at: { rate: bigint; to: Destination }): Promise<Sweepable | undefined>
  /** Has the signer sign a sweep, without sending it; safe to repeat. */
  sign(sweep: SweepOf, rate: bigint): Promise<SignAnswer>
  /** How a signed transaction differs from the sweep; undefined where it is that. */
  faultIn(signed: SignedTransaction, sweep: SweepOf): Promise<string | undefined>
  /** The highest rate that the address can pay for a sweep; undefined where the signer knows. */
  mostRate(sweep: SweepOf): Promise<bigint | undefined>
  /** The transaction that has spent any of these of a deposit address; undefined while none is in a block. */
  spentBy(from: DepositAddress, spends: readonly string[]): Promise<Spent | undefined>
  /** How gas is sent to addresses; absent on chains without gas. */
  gas?: GasSending
}

/** Sends gas from the paying wallet. What has spent its nonce, the chain's own `spentBy` says. */
export interface GasSending {
  coin: Coin
  /** The units that the wallet must hold for gas at a rate, with the network's highest price. */
  needs(amount: bigint, rate: bigint): bigint
  sign(gas: GasOf, rate: bigint): Promise<SignAnswer>
  faultIn(signed: SignedTransaction, gas: GasOf): Promise<string | undefined>
}
