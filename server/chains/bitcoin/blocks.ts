import { setImmediate } from 'node:timers/promises'
import { BytesError, BytesReader, reversedHex, sha256d } from './bytes.ts'
import { bitcoinRules, type BitcoinNetwork } from '../networks/bitcoin-networks.ts'
import { placeOf, readTransaction, bitcoinTxid, type KeyOutput, type ReadTransaction } from './transactions.ts'

// A block as a node returned it, believed only where its header's hash is the one that was asked for, and the header
// commits to the ids of all transactions, which are computed here.
//
//   header: version 4 │ parent 32 │ Merkle root 32 │ time 4 │ target 4 │ nonce 4

const HEADER = 80

/** The longest turn of work on a block (ms), after which the process does other work. */
const TURN = 5

/** The contents of a block that concern the market. */
export interface ReadBlock {
  /** The hash of the block before it. */
  parent: string
  /** Its payments to keys. */
  payments: readonly (KeyOutput & { txid: string })[]
  /** Its transactions that spend watched outputs, with those. */
  spent: readonly { txid: string; spends: readonly string[] }[]
}

/** Lets others work once a turn is over. */
export function createPauses(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < TURN) return undefined
    return setImmediate().then(() => {
      since = performance.now()
    })
  }
}

/**
 * Reads a block, in turns. Payments of its first transaction are left out, because new coins cannot be spent for 100
 * blocks. `watched`: the outputs of which it is to be noted that they are spent, as `txid:n`.
 *
 * @throws BytesError where the bytes are not those of the block with this hash
 */
export async function readBitcoinBlock(
  bytes: Buffer,
  hash: string,
  network: BitcoinNetwork,
  watched: ReadonlySet<string> = new Set(),
): Promise<ReadBlock> {
  const reader = new BytesReader(bytes)
  const header = reader.take(HEADER)
  if (reversedHex(sha256d(header)) !== hash) throw new BytesError('it has another hash')
  checkWork(header, hash, network)
  const turn = createPauses()
  const leaves: Buffer[] = []
  const payments: (KeyOutput & { txid: string })[] = []
  const spent: { txid: string; spends: readonly string[] }[] = []
  const spendsOf = createWatch(watched)
  for (let left = reader.count(); left > 0; left--) {
    const transaction = readTransaction(reader)
    // So that no nodes of the tree pass for transactions: two hashes beside each other never make coins.
    if (transaction.isCoinbase !== (leaves.length === 0)) throw new BytesError('its first transaction is not the first')
    leaves.push(transaction.hash)
    if (!transaction.isCoinbase && transaction.outputs.length > 0) {
      const txid = bitcoinTxid(transaction)
      payments.push(...transaction.outputs.map((output) => ({ ...output, txid })))
    }
    const spends = spendsOf(transaction)
    if (spends.length > 0) spent.push({ txid: bitcoinTxid(transaction), spends })
    await turn()
  }
  if (!reader.isAtEnd) throw new BytesError('it is too long')
  if (!(await merkleRoot(leaves, turn)).equals(header.subarray(36, 68)))
    throw new BytesError('its transactions are not those of its header')
  return { parent: reversedHex(header.subarray(4, 36)), payments, spent }
}

/** Tells which of the watched outputs a transaction spends. */
function createWatch(watched: ReadonlySet<string>): (transaction: ReadTransaction) => string[] {
  const keyOf = (place: Buffer): string => place.toString('latin1')
  const byPlace = new Map([...watched].map((outpoint) => [keyOf(placeOf(outpoint)), outpoint]))
  return byPlace.size === 0 ? () => [] : ({ spends }) => spends.flatMap((place) => byPlace.get(keyOf(place)) ?? [])
}

/**
 * Compares a block's hash with the target in its header, and that with the easiest of the network. This makes a forged
 * block costly. It does not prove that the target is the one that the network had then.
 */
function checkWork(header: Buffer, hash: string, network: BitcoinNetwork): void {
  const bits = header.readUInt32LE(72)
  // A floating-point number: the upper byte counts the bytes of the number that begins with the others.
  const target = (BigInt(bits & 0x7fffff) << BigInt(8 * (bits >>> 24))) >> 24n
  if (target > bitcoinRules(network).easiest) throw new BytesError('it took less work than any block of the network')
  if (BigInt(`0x${hash}`) > target) throw new BytesError('it took less work than its header says')
}

/**
 * The root of a Merkle tree.
 *
 * @throws BytesError where both nodes of a pair are the same: a list of transactions whose last ones are repeated has
 *   the root of the list without them (CVE-2012-2459)
 */
async function merkleRoot(leaves: readonly Buffer[], turn: () => Promise<void> | undefined): Promise<Buffer> {
  if (leaves.length === 0) throw new BytesError('it has no transactions')
  const pair = Buffer.alloc(64)
  let level = leaves
  while (level.length > 1) {
    const next: Buffer[] = []
    for (let at = 0; at < level.length; at += 2) {
      const left = level[at]!
      const right = level[at + 1]
      if (right?.equals(left)) throw new BytesError('it repeats transactions')
      left.copy(pair)
      ;(right ?? left).copy(pair, 32)
      next.push(sha256d(pair))
      await turn()
    }
    level = next
  }
  return level[0]!
}
