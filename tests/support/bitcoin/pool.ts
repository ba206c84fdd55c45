import {
  isSegwitKey,
  isSignedByKey,
  isSignedBySegwitKey,
  isTaproot,
  known,
  readTransaction,
  type NodeOutput,
  type NodeTransaction,
} from './read-transaction.ts'
import type { RawBlock, RawTransaction } from './raw-block.ts'

// The checks of a node before it takes a transaction into its mempool: the inputs exist and are not spent, the
// signatures of Taproot and of native SegWit are right, the fee is high enough, and the transaction replaces others by
// the rules of BIP-125.

/** The least fee rate that every node asks for (satoshis per vbyte). */
const RELAY = 1n

/** The least that outputs pay, by the lengths of their scripts (Bitcoin Core, GetDustThreshold). */
const dustOf = ({ script }: NodeOutput): bigint => ({ 22: 294n, 23: 540n, 25: 546n, 34: 330n })[script.length] ?? 546n

/** A transaction is not taken; the text is one of Bitcoin Core's. */
export class RefusedByNode extends Error {
  override name = 'RefusedByNode'
}

/** A chain's blocks, and the transactions that wait for one. */
interface Chained {
  blocks: readonly RawBlock[]
  mempool: ReadonlyMap<string, RawTransaction>
}

/** The transactions of blocks. */
export const inBlocks = (blocks: readonly RawBlock[]): NodeTransaction[] =>
  blocks.flatMap(({ transactions }) => transactions.map(known))

/** The transactions that spend outputs, by the outpoints of these. */
export function spenders(transactions: Iterable<NodeTransaction>): Map<string, NodeTransaction> {
  const found = new Map<string, NodeTransaction>()
  for (const one of transactions) for (const { outpoint } of one.inputs) found.set(outpoint, one)
  return found
}

/** The outputs of some transactions, by their outpoints. */
export function outputsOf(transactions: Iterable<NodeTransaction>): Map<string, NodeOutput> {
  const found = new Map<string, NodeOutput>()
  for (const one of transactions) for (const [n, output] of one.outputs.entries()) found.set(`${one.id}:${n}`, output)
  return found
}

const amountOf = (outputs: readonly NodeOutput[]): bigint => outputs.reduce((sum, { amount }) => sum + amount, 0n)

/**
 * Reads a transaction that a node is sent.
 *
 * @returns The transaction, and those of the mempool that it replaces
 * @throws RefusedByNode
 */
export function accept({ blocks, mempool }: Chained, raw: Uint8Array): { taken: NodeTransaction; replaced: string[] } {
  const transaction = readTransaction(raw)
  const chained = inBlocks(blocks)
  const waiting = [...mempool.values()].map(known)
  if (chained.some(({ id }) => id === transaction.id)) throw new RefusedByNode('Transaction already in block chain')
  if (mempool.has(transaction.id)) throw new RefusedByNode('txn-already-in-mempool')
  const outputs = outputsOf([...chained, ...waiting])
  const inChain = spenders(chained)
  const spent = transaction.inputs.map(({ outpoint }) => {
    const output = outputs.get(outpoint)
    if (!output || inChain.has(outpoint)) throw new RefusedByNode('bad-txns-inputs-missingorspent')
    return output
  })
  if (new Set(transaction.inputs.map(({ outpoint }) => outpoint)).size < spent.length)
    throw new RefusedByNode('bad-txns-inputs-duplicate')
  for (const [n, output] of spent.entries())
    if (isTaproot(output) && !isSignedByKey(transaction, spent, n)) throw new RefusedByNode('Invalid Schnorr signature')
    else if (isSegwitKey(output) && !isSignedBySegwitKey(transaction, spent, n))
      throw new RefusedByNode('mandatory-script-verify-flag-failed')
  if (transaction.outputs.some((one) => one.amount < dustOf(one))) throw new RefusedByNode('dust')
  const fee = amountOf(spent) - amountOf(transaction.outputs)
  if (fee < 0n) throw new RefusedByNode('bad-txns-in-belowout')
  if (fee < RELAY * BigInt(transaction.vsize)) throw new RefusedByNode('min relay fee not met')
  const byOutpoint = spenders(waiting)
  const conflicts = new Set(transaction.inputs.flatMap(({ outpoint }) => byOutpoint.get(outpoint) ?? []))
  checkReplacement(transaction, fee, [...conflicts], (one) => feeOf(one, outputs))
  return { taken: transaction, replaced: [...conflicts].map(({ id }) => id) }
}

const feeOf = ({ inputs, outputs: made }: NodeTransaction, outputs: ReadonlyMap<string, NodeOutput>): bigint =>
  amountOf(inputs.map(({ outpoint }) => outputs.get(outpoint)!)) - amountOf(made)

/** The rate at which a transaction pays (satoshis per 1,000 vbytes), by the outputs that it spends. */
export const rateOf = (transaction: NodeTransaction, outputs: ReadonlyMap<string, NodeOutput>): bigint =>
  (feeOf(transaction, outputs) * 1_000n) / BigInt(transaction.vsize)

/** The transactions whose inputs exist, each after those that it spends from. */
export function inOrder<T extends RawTransaction>(blocks: readonly RawBlock[], some: readonly T[]): T[] {
  const there = new Set(inBlocks(blocks).map(({ id }) => id))
  const ordered: T[] = []
  for (let before = -1; ordered.length > before;) {
    before = ordered.length
    for (const one of some) {
      const isReady = known(one).inputs.every(({ outpoint }) => there.has(outpoint.split(':')[0]!))
      if (there.has(one.id) || !isReady) continue
      ordered.push(one)
      there.add(one.id)
    }
  }
  return ordered
}

/** The rules of BIP-125, without descendants. @throws RefusedByNode */
function checkReplacement(
  transaction: NodeTransaction,
  fee: bigint,
  conflicts: readonly NodeTransaction[],
  feeIn: (one: NodeTransaction) => bigint,
): void {
  if (conflicts.some(({ inputs }) => inputs.every(({ sequence }) => sequence >= 0xfffffffe)))
    throw new RefusedByNode('txn-mempool-conflict')
  const before = conflicts.reduce((sum, one) => sum + feeIn(one), 0n)
  if (conflicts.length > 0 && fee < before + RELAY * BigInt(transaction.vsize))
    throw new RefusedByNode('insufficient fee, rejecting replacement')
  const size = BigInt(transaction.vsize)
  if (conflicts.some((one) => fee * BigInt(one.vsize) <= feeIn(one) * size))
    throw new RefusedByNode('insufficient fee, rejecting replacement; new feerate')
}
