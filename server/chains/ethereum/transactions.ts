import { TransactionNotFoundError, TransactionReceiptNotFoundError, type Client, type Hex } from 'viem'
import { getTransaction, getTransactionReceipt } from 'viem/actions'
import { NodeError } from '../real.ts'

/** The receipt of a transaction; undefined while it is in no block. */
export async function receiptOf(node: Client, hash: Hex) {
  try {
    return await getTransactionReceipt(node, { hash })
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return undefined
    throw error
  }
}

/**
 * Null for a transaction without a receipt that waits for a block, undefined if unknown.
 *
 * @throws NodeError where it is in a block after all
 */
export async function evmWait(node: Client, hash: Hex): Promise<null | undefined> {
  try {
    const { blockNumber } = await getTransaction(node, { hash })
    if (blockNumber !== null) throw new NodeError(`The node shows ${hash} in a block, and no receipt of it`)
    return null
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return undefined
    throw error
  }
}

/** The height of a transaction: null while it waits for a block, undefined if unknown. */
export async function evmHeightOf(node: Client, hash: Hex): Promise<number | null | undefined> {
  const receipt = await receiptOf(node, hash)
  return receipt ? Number(receipt.blockNumber) : evmWait(node, hash)
}
