import * as z from 'zod/mini'
import { TronHash } from './headers.ts'
import type { TronApi, TronNode } from './node.ts'

// Transactions by their ids. A node answers an empty object where it shows none.

/** An entry in the log of a contract. */
export const Log = z.object({
  address: z.optional(z.string()),
  topics: z.optional(z.array(z.string())),
  data: z.optional(z.string()),
})

/** The hash of `Transfer(address,address,uint256)`, by which logs name the event. */
export const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const Receipt = z.object({
  id: z.optional(TronHash),
  blockNumber: z.optional(z.int().check(z.nonnegative())),
  blockTimeStamp: z.optional(z.int()),
  /** The price paid for it (sun). */
  fee: z.optional(z.int().check(z.nonnegative())),
  receipt: z.optional(z.object({ result: z.optional(z.string()) })),
  log: z._default(z.array(Log), []),
})
const Known = z.object({ txID: z.optional(TronHash) })

/** A transaction in a block. */
export interface TronReceipt extends z.infer<typeof Receipt> {
  blockNumber: number
}

/** The receipt of a transaction; undefined while it is in no block. @throws NodeError */
export async function askReceipt(node: TronNode, api: TronApi, txid: string): Promise<TronReceipt | undefined> {
  const path = `/${api}/gettransactioninfobyid`
  const { blockNumber, ...receipt } = await node.ask(path, { value: txid }, Receipt)
  if (blockNumber === undefined) return undefined
  if (receipt.id !== txid) throw node.wrong(path, `the receipt of ${receipt.id} is not that of ${txid}`)
  return { ...receipt, blockNumber }
}

/** Null for a transaction that waits for a block, undefined if unknown. @throws NodeError */
export async function tronWait(node: TronNode, txid: string): Promise<null | undefined> {
  const { txID } = await node.ask('/wallet/gettransactionfrompending', { value: txid }, Known)
  return txID === txid ? null : undefined
}

/** The height of a transaction: null while it waits for a block, undefined if unknown. @throws NodeError */
export async function tronHeightOf(node: TronNode, txid: string): Promise<number | null | undefined> {
  const receipt = await askReceipt(node, 'wallet', txid)
  return receipt ? receipt.blockNumber : tronWait(node, txid)
}

/** Whether a node knows a transaction in a block, by any of the ways in which it can be asked. @throws NodeError */
export async function isInBlock(node: TronNode, txid: string): Promise<boolean> {
  for (const api of ['walletsolidity', 'wallet'] as const) {
    if (await askReceipt(node, api, txid)) return true
    const { txID } = await node.ask(`/${api}/gettransactionbyid`, { value: txid }, Known)
    if (txID !== undefined) return true
  }
  return false
}
