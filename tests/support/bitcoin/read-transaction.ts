import { createHash } from 'node:crypto'
import { RawTx, Transaction } from '@scure/btc-signer'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { hash160 } from '@scure/btc-signer/utils.js'
import type { RawTransaction } from './raw-block.ts'

/** A transaction as a node reads it. */
export interface NodeTransaction extends RawTransaction {
  version: number
  lockTime: number
  /** `outpoint`: the output that is spent, as `txid:n`. */
  inputs: readonly { outpoint: string; sequence: number; witness: readonly Uint8Array[] }[]
  outputs: readonly NodeOutput[]
  vsize: number
}

export interface NodeOutput {
  script: Uint8Array
  amount: bigint
}

/** Reads a transaction. */
export function readTransaction(raw: Uint8Array): NodeTransaction {
  const { inputs, outputs, witnesses, version, lockTime } = RawTx.decode(raw)
  const { id, vsize } = Transaction.fromRaw(raw, { allowUnknownOutputs: true, disableScriptCheck: true })
  return {
    ...{ id, raw, version, lockTime, vsize },
    inputs: inputs.map(({ txid, index, sequence }, n) => ({
      outpoint: `${Buffer.from(txid).toString('hex')}:${index}`,
      sequence,
      witness: witnesses?.[n] ?? [],
    })),
    outputs: outputs.map(({ script, amount }) => ({ script: Uint8Array.from(script), amount })),
  }
}

const read = new Map<string, NodeTransaction>()

/** The same, remembered by its id. */
export function known({ id, raw }: RawTransaction): NodeTransaction {
  const found = read.get(id) ?? readTransaction(raw)
  read.set(id, found)
  return found
}

const sha256 = (...parts: readonly Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest()

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const u64 = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}
/** A script behind its length, which is below 253 here. */
const scriptBytes = (script: Uint8Array): Buffer => Buffer.concat([Buffer.from([script.length]), script])
const outpointBytes = (outpoint: string): Buffer => {
  const [txid = '', n] = outpoint.split(':')
  return Buffer.concat([Buffer.from(txid, 'hex').reverse(), u32(Number(n))])
}

/**
 * The digest that the key of a Taproot output signs, for an input without a script and a signature of everything
 * (BIP-341, "Common signature message"). Written after the text, apart from any library.
 */
function keyPathDigest(
  { version, lockTime, inputs, outputs }: NodeTransaction,
  spent: readonly NodeOutput[],
  input: number,
): Buffer {
  const all = <T>(of: readonly T[], bytes: (one: T) => Buffer): Buffer => sha256(...of.map(bytes))
  const message = Buffer.concat([
    // The epoch, and the type of the signature.
    Buffer.from([0, 0]),
    u32(version),
    u32(lockTime),
    all(inputs, ({ outpoint }) => outpointBytes(outpoint)),
    all(spent, ({ amount }) => u64(amount)),
    all(spent, ({ script }) => scriptBytes(script)),
    all(inputs, ({ sequence }) => u32(sequence)),
    all(outputs, ({ amount, script }) => Buffer.concat([u64(amount), scriptBytes(script)])),
    // Neither an annex nor a script.
    Buffer.from([0]),
    u32(input),
  ])
  const tag = sha256(Buffer.from('TapSighash'))
  return sha256(tag, tag, message)
}

/** Whether an output is one of Taproot. */
export const isTaproot = ({ script }: NodeOutput): boolean =>
  script.length === 34 && script[0] === 0x51 && script[1] === 0x20

/** Whether the key of a Taproot output has signed a transaction's input that spends it. */
export function isSignedByKey(transaction: NodeTransaction, spent: readonly NodeOutput[], input: number): boolean {
  const [signature, ...more] = transaction.inputs[input]!.witness
  if (signature?.length !== 64 || more.length > 0) return false
  const digest = keyPathDigest(transaction, spent, input)
  return schnorr.verify(Uint8Array.from(signature), digest, spent[input]!.script.subarray(2))
}

/** Whether an output is one of native SegWit for a key. */
export const isSegwitKey = ({ script }: NodeOutput): boolean =>
  script.length === 22 && script[0] === 0x00 && script[1] === 0x14

/**
 * The digest that the key of an output of native SegWit signs, for a signature of everything (BIP-143). Written after
 * the text, apart from any library.
 */
function segwitDigest(
  { version, lockTime, inputs, outputs }: NodeTransaction,
  { script, amount }: NodeOutput,
  input: number,
): Buffer {
  const twice = (...parts: readonly Uint8Array[]): Buffer => sha256(sha256(...parts))
  const { outpoint, sequence } = inputs[input]!
  // The script of a payment to the same key's hash, as it was before SegWit.
  const code = Buffer.concat([Buffer.from('76a914', 'hex'), script.subarray(2), Buffer.from('88ac', 'hex')])
  return twice(
    u32(version),
    twice(...inputs.map((one) => outpointBytes(one.outpoint))),
    twice(...inputs.map((one) => u32(one.sequence))),
    outpointBytes(outpoint),
    scriptBytes(code),
    u64(amount),
    u32(sequence),
    twice(...outputs.map((one) => Buffer.concat([u64(one.amount), scriptBytes(one.script)]))),
    u32(lockTime),
    // A signature of everything.
    u32(1),
  )
}

/** Whether the key of an output of native SegWit has signed a transaction's input that spends it. */
export function isSignedBySegwitKey(
  transaction: NodeTransaction,
  spent: readonly NodeOutput[],
  input: number,
): boolean {
  const [signature, key, ...more] = transaction.inputs[input]!.witness
  const output = spent[input]!
  if (!signature || !key || more.length > 0 || signature.at(-1) !== 1) return false
  if (Buffer.compare(hash160(Uint8Array.from(key)), output.script.subarray(2)) !== 0) return false
  const digest = segwitDigest(transaction, output, input)
  const options = { format: 'der', prehash: false } as const
  return secp256k1.verify(
    Uint8Array.from(signature.subarray(0, -1)),
    Uint8Array.from(digest),
    Uint8Array.from(key),
    options,
  )
}
