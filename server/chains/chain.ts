import type { Coin } from '#contract/coins/assets.ts'
import type { Network } from '#contract/coins/networks.ts'
import type { OfferedUtxo, SignAnswer, SignedTransaction, Signer } from '../signer/protocol/protocol.ts'

/** The number of blocks whose hashes a market keeps; a deeper reorganisation stops it from following. */
export const FOLLOWED_DEPTH = 150

/** The number of transfers of a transaction that a market tells apart; those after them are not taken. */
export const TRANSFERS_MAX = 65_536

/** The most addresses whose coins are asked for at once. */
export const HELD_MAX = 100

/**
 * An amount (units) that a transaction moves to an address. `index`, below TRANSFERS_MAX, is its place among the
 * transfers of the transaction.
 */
export interface Transfer {
  txid: string
  index: number
  to: string
  coin: Coin
  amount: bigint
}

/** A block by its height and hash. */
export interface BlockHead {
  height: number
  hash: string
}

/** A block with its transfers. */
export interface Block extends BlockHead {
  /** The hash of the block before it. */
  parent: string
  transfers: readonly Transfer[]
  /**
   * The transactions that spend of the market's wallet, or of deposit addresses that are swept; absent where the chain
   * keeps them itself.
   */
  spent?: readonly { wallet: string; txid: string; spends: readonly string[] }[]
}

/** A chain as a market reads it. Every method may throw when the chain cannot be reached. */
export interface Chain {
  /** The chain's id in the database; a simulated one differs from the network that it simulates. */
  id: string
  network: Network
  /** Whether its coins are test money. */
  test: boolean
  /** Whether the market makes it up. */
  simulated: boolean
  /** Seconds between two blocks, on average. */
  blockSeconds: number
  /** Derives a deposit address; called once for each index, and the answer is stored. */
  addressAt(index: number): string
  /** The last block; its height is -1 before the first one. */
  head(): Promise<BlockHead>
  /** The hash of the block at a height of the current chain; undefined beyond the head. */
  hashAt(height: number): Promise<string | undefined>
  /** The block at a height of the current chain; undefined beyond the head. */
  block(height: number): Promise<Block | undefined>
  /** Transfers that wait for a block; those that were in a block above `replaced` until now may be among them. */
  pending(replaced: number): Promise<readonly Transfer[]>
  /** The height of a transaction on the current chain: null while it waits for a block, undefined if unknown. */
  heightOf(txid: string): Promise<number | null | undefined>
  /** The market's addresses beside those of deposits: its paying wallet and its reserves. */
  own: readonly string[]
  /**
   * The units of a coin at some addresses as of a block, HELD_MAX addresses at most. Undefined where the chain does not
   * have that block any more, or can show its last block only and has a later one by now.
   */
  holds(coin: Coin, addresses: readonly string[], block: BlockHead): Promise<bigint | undefined>
}

/** The coin that a network takes for its transactions where that is no coin of the market: TRX, in sun. */
export type Fuel = 'TRX'

/** The price of a transaction (units). */
export interface Cost {
  coin: Coin | Fuel
  amount: bigint
}

/** The height of a transaction that has spent, and its id, where the market has followed its block. */
export interface SpentIn {
  height: number
  txid: string | undefined
}

/** A payment: what its address gets. */
export interface PaidOut {
  to: string
  coin: Coin
  amount: bigint
}

/** The outputs that new payments of a wallet can spend, on a chain whose transactions spend outputs. */
export interface Unspent {
  /** All of them, from which the signer chooses. */
  utxos: readonly OfferedUtxo[]
  /** Takes some for a payment at a rate, as the signer does; false where those that are left do not suffice. */
  take(paid: PaidOut, rate: bigint): boolean
  /** Whether none are left. */
  isUsedUp(): boolean
}

/** The wallet of a chain whose payments it can run out of. */
export interface PayingWallet {
  coins: readonly Coin[]
  /** The coin that it needs besides its coins, to pay the network. */
  fuel?: Fuel
  /** Whether each of its transactions waits for those before it. */
  isOrdered: boolean
  /** The units of a coin in it, as of the last block. */
  holds(coin: Coin | Fuel): Promise<bigint>
  /** The units of each coin that it must hold for a payment at a rate, with the network's highest price. */
  needs(paid: PaidOut, rate: bigint): ReadonlyMap<Coin | Fuel, bigint>
  /** The outputs that new payments can spend at present; absent where a payment spends no outputs. */
  unspent?(): Promise<Unspent>
}

/**
 * A chain without nonces, on which a transaction excludes no other one. Each can be taken until a time of its own, and
 * a payment has another one only after that. All times are those of blocks (Unix ms).
 */
export interface Expiring {
  /** The id of the block that new transactions name. */
  block(): Promise<string>
  /** Until when a signed transaction can be taken. */
  until(raw: string): number
  /**
   * Whether none of some transactions is in a block, and none can ever be: blocks that were followed and cannot be
   * replaced any more are past `until` by a margin.
   */
  areVoid(txids: readonly string[], until: number): Promise<boolean>
  /** Whether the block at a height was followed, and cannot be replaced any more. */
  isFinal(height: number): Promise<boolean>
}

/** A chain on which the market can pay. Every method may throw when the chain cannot be reached. */
export interface PayingChain extends Chain {
  /** The rate at which transactions pay the network at present. */
  usualRate(): Promise<bigint>
  /** Signs transactions, without sending them. */
  signer: Signer
  /** The wallet that the signer pays from; undefined: one that never runs out. */
  wallet?: PayingWallet
  /** How its transactions expire; absent where all transactions of a payment spend the same. */
  expiring?: Expiring
  /** Whether an address would lose what is sent to it, or is the market's. */
  refuses(address: string): boolean
  /** How a signed transaction differs from the payment; undefined where it is that payment. */
  faultIn(signed: SignedTransaction, paid: PaidOut): Promise<string | undefined>
  /** Sends a signed transaction; safe to repeat. */
  broadcast(raw: string): Promise<void>
  /** The transaction that has spent any of these; undefined while none is in a block. */
  spentBy(spends: readonly string[]): Promise<SpentIn | undefined>
  /** As `heightOf`, for a transaction of the market's: undefined, too, where it is in a block and has paid nothing. */
  paidAt(txid: string): Promise<number | null | undefined>
  /** Whether a transaction is in a block, and has paid nothing. */
  hasFailed(txid: string): Promise<boolean>
  /** The usual cost of a transaction that pays the network this much; undefined where that is nothing. */
  costAt(rate: bigint, coin: Coin): Cost | undefined
  /** The cost of a transaction in a block; undefined where that was nothing. */
  costOf(txid: string): Promise<Cost | undefined>
  /** Collects the coins at deposit addresses; absent where nothing can be collected. */
  sweeping?: Sweeping
}

// How the coins at deposit addresses are collected. Every method may throw when the chain or the signer cannot be
// reached.

/** A deposit address, by the number from which it is derived. */
export interface DepositAddress {
  index: number
  address: string
}

/** Where the signer sends what it collects: its own setting, and an address of the market's. */
export interface SweepDestination {
  address: string
  /** Whether it is the wallet that the signer pays from. */
  isWallet: boolean
  /** The gas that a transaction of ether to it may use; 0n on chains without gas. */
  gas: bigint
}

/** The amount that can be taken from a deposit address now, with its price. */
export interface Sweepable {
  /** Units that leave the address. The network's price comes off them where it is paid in the same coin. */
  amount: bigint
  /** The usual price of all transactions that it takes, in a coin of the market. */
  cost: Cost & { coin: Coin }
  /** The inputs of its transaction: the next nonce of the address, or outputs there as `txid:n`. */
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
  destination(): Promise<SweepDestination | undefined>
  /** The amount of a coin that can be taken from an address at a rate, with its price; undefined where nothing can. */
  sweepable(
    from: DepositAddress,
    coin: Coin,
    at: { rate: bigint; to: SweepDestination },
  ): Promise<Sweepable | undefined>
  /** Has the signer sign a sweep, without sending it; safe to repeat. */
  sign(sweep: SweepOf, rate: bigint): Promise<SignAnswer>
  /** How a signed transaction differs from the sweep; undefined where it is that. */
  faultIn(signed: SignedTransaction, sweep: SweepOf): Promise<string | undefined>
  /** The highest rate that the address can pay for a sweep; undefined where the signer knows. */
  mostRate(sweep: SweepOf): Promise<bigint | undefined>
  /** The transaction that has spent any of these of a deposit address; undefined while none is in a block. */
  spentBy(from: DepositAddress, spends: readonly string[]): Promise<SpentIn | undefined>
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
