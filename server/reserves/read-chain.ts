import { setTimeout } from 'node:timers/promises'
import { coinOf, type Asset } from '#contract/coins/assets.ts'
import { HELD_MAX, type Chain, type BlockHead, type PayingChain } from '../chains/chain.ts'
import { assetsOn, type Book, type SignedPayment } from './book.ts'

/** The pause between two groups of addresses (ms), so that the node answers others meanwhile. */
const BETWEEN = 20

/** A chain, and the same where the market pays on it. */
export interface ReadChain {
  chain: Chain
  paying: PayingChain | undefined
}

/** The units on a chain as of the block up to which the book has followed it. */
export interface ChainReading {
  height: number
  coins: ReadonlyMap<Asset, { deposits: bigint; own: bigint }>
  /** The units by which payments change the amounts that the book owes. */
  paid: ReadonlyMap<Asset, bigint>
}

/**
 * Reads what the market holds on a chain. Undefined where the chain and the book were at different blocks: a later try
 * may find them at one.
 *
 * @throws Error where the node does not answer, or the market has not followed the chain yet
 */
export async function readChain({ chain, paying }: ReadChain, book: Book): Promise<ChainReading | undefined> {
  const { head, addresses, isTakingBack } = book.followed.get(chain.id)!
  if (!head) throw new Error(`${chain.id} was not followed yet`)
  if (isTakingBack) return undefined
  // Before the balances, which are read last and are of this block only.
  const paid = await readPaid(book.payments, { chain, paying }, head)
  const coins = new Map<Asset, { deposits: bigint; own: bigint }>()
  for (const asset of assetsOn(chain)) {
    const own = await sumOf(chain, asset, chain.own, head)
    const deposits = own === undefined ? undefined : await sumOf(chain, asset, addresses, head)
    if (own === undefined || deposits === undefined) return undefined
    coins.set(asset, { deposits, own })
  }
  return { height: head.height, coins, paid }
}

async function sumOf(
  chain: Chain,
  asset: Asset,
  addresses: readonly string[],
  head: BlockHead,
): Promise<bigint | undefined> {
  let sum = 0n
  for (let at = 0; at < addresses.length; at += HELD_MAX) {
    if (at > 0) await setTimeout(BETWEEN)
    const units = await chain.holds(coinOf(asset), addresses.slice(at, at + HELD_MAX), head)
    if (units === undefined) return undefined
    sum += units
  }
  return sum
}

/**
 * A payment in a block is owed to nobody, although the book waits for its confirmations. One that a reorganisation took
 * back is sent again, although it had left the book.
 */
async function readPaid(
  payments: readonly SignedPayment[],
  on: ReadChain,
  head: BlockHead,
): Promise<Map<Asset, bigint>> {
  const paid = new Map<Asset, bigint>()
  for (const payment of payments) {
    const { chain, asset, amount, fee, isDone } = payment
    if (chain !== on.chain.id) continue
    const isOut = await isInBlock(payment, on, head)
    if (isOut === isDone) continue
    paid.set(asset, (paid.get(asset) ?? 0n) + (isOut ? -amount : amount - fee))
  }
  return paid
}

/** Whether a payment is in a block, and has paid. @throws Error where the node does not show what was seen before */
async function isInBlock(
  { txids, seen }: SignedPayment,
  { chain, paying }: ReadChain,
  { height }: BlockHead,
): Promise<boolean> {
  for (const txid of txids) {
    // The market may have paid on a chain on which it pays no more.
    const at = await (paying ? paying.paidAt(txid) : chain.heightOf(txid))
    if (typeof at === 'number' && at <= height) return true
  }
  if (seen !== null && paying && !(await paying.hasFailed(seen)))
    throw new Error(`the node of ${chain.id} does not show ${seen}, which is in a block`)
  return false
}
