import { RawTx } from '@scure/btc-signer'
import * as z from 'zod/mini'
import type { TxOutput } from '../../signer/protocol/bitcoin-transaction.ts'
import { BytesError, BytesReader } from './bytes.ts'
import type { BitcoinNode } from './node.ts'
import { readTransaction, bitcoinTxid } from './transactions.ts'

// Single transactions. Their bytes are those of their ids, which are computed here; where they are is believed.

const TransactionStatus = z.object({ confirmed: z.boolean(), block_height: z.nullish(z.int().check(z.nonnegative())) })
const Outspend = z.object({ spent: z.boolean(), status: z.nullish(z.object({ confirmed: z.boolean() })) })

/**
 * The bytes of a transaction; undefined where the node does not have it.
 *
 * @throws NodeError where they are another one's
 */
export async function rawTransactionOf(node: BitcoinNode, txid: string): Promise<Buffer | undefined> {
  const path = `/tx/${txid}/raw`
  const bytes = await node.raw(path)
  if (!bytes || isTransaction(bytes, txid)) return bytes
  throw node.wrong(path, 'that is another transaction')
}

function isTransaction(bytes: Buffer, txid: string): boolean {
  try {
    return bitcoinTxid(readTransaction(new BytesReader(bytes))) === txid
  } catch (error) {
    if (error instanceof BytesError) return false
    throw error
  }
}

/**
 * The height of a transaction: null while it waits for a block, undefined if unknown. The status says the same of one
 * that waits and of one that nobody knows.
 */
export async function bitcoinHeightOf(node: BitcoinNode, txid: string): Promise<number | null | undefined> {
  const status = await node.json(`/tx/${txid}/status`, TransactionStatus)
  if (!status) return undefined
  if (status.confirmed && typeof status.block_height === 'number') return status.block_height
  return (await rawTransactionOf(node, txid)) && null
}

/** How an output was spent, as `txid:n`: by a transaction in a block, by one that waits, or not at all (undefined). */
export async function spentIn(node: BitcoinNode, outpoint: string): Promise<'block' | 'mempool' | undefined> {
  const [txid, n] = outpoint.split(':')
  const found = await node.json(`/tx/${txid}/outspend/${n}`, Outspend)
  if (!found?.spent) return undefined
  return found.status?.confirmed === true ? 'block' : 'mempool'
}

/** The most outputs that are remembered. */
const REMEMBERED = 1_000

/** An output, and whether it makes new coins. */
interface FoundOutput extends TxOutput {
  isNew: boolean
}

/**
 * Reads outputs, named `txid:n`, from the transactions that make them, and remembers those: they never change.
 *
 * @returns The output; undefined where its transaction has none of that number
 * @throws NodeError where the node does not show the transaction
 */
export function createOutputs(node: BitcoinNode): (outpoint: string) => Promise<FoundOutput | undefined> {
  const remembered = new Map<string, FoundOutput>()
  return async (outpoint) => {
    const before = remembered.get(outpoint)
    if (before) return before
    const [txid = '', n] = outpoint.split(':')
    const raw = await rawTransactionOf(node, txid)
    if (!raw) throw node.wrong(`/tx/${txid}/raw`, 'there is no such transaction')
    const found = RawTx.decode(raw).outputs[Number(n)]
    if (!found) return undefined
    const { isCoinbase: isNew } = readTransaction(new BytesReader(raw))
    const output = { script: Uint8Array.from(found.script), amount: found.amount, isNew }
    if (remembered.size >= REMEMBERED) remembered.delete(remembered.keys().next().value!)
    remembered.set(outpoint, output)
    return output
  }
}
