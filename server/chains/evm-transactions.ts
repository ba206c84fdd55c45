import { TransactionNotFoundError, TransactionReceiptNotFoundError, type Hex, type PublicClient } from 'viem'

/** The receipt of a transaction; undefined while it is in no block. */
export async function receiptOf(node: PublicClient, hash: Hex) {
  try {
    return await node.getTransactionReceipt({ hash })
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return undefined
    throw error
  }
}

/** The height of a transaction: null while it waits for a block, undefined if unknown. */
export async function heightOf(node: PublicClient, hash: Hex): Promise<number | null | undefined> {
  const receipt = await receiptOf(node, hash)
  if (receipt) return Number(receipt.blockNumber)
  try {
    const { blockNumber } = await node.getTransaction({ hash })
    return blockNumber === null ? null : Number(blockNumber)
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return undefined
    throw error
  }
}
