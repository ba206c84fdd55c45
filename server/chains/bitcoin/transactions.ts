import { BytesError, reversedHex, sha256d, type BytesReader } from './bytes.ts'

/** An output that pays to the hash of a key (native SegWit). */
export interface KeyOutput {
  /** Its place among the transaction's outputs. */
  index: number
  /** The hash of the key (20 bytes). */
  to: Buffer
  /** Satoshis. */
  amount: bigint
}

/** A transaction, with nothing but its outputs of native SegWit. */
export interface ReadTransaction {
  /** The hash by which the Merkle tree holds it. */
  hash: Buffer
  /** Whether it makes new coins, as the first one of each block does. */
  isCoinbase: boolean
  /** The places of the outputs that it spends, as their bytes. */
  spends: readonly Buffer[]
  outputs: readonly KeyOutput[]
}

/** The length of an output's place in a transaction: a hash and a number. */
const OUTPOINT = 36

/** A script of native SegWit for a key: version 0, then a push of 20 bytes (BIP-141). */
const KEY_SCRIPT = Buffer.from([0x00, 0x14])
const KEY_SCRIPT_LENGTH = 22

const NO_HASH = Buffer.alloc(32)

/** The id of a transaction as text. */
export const bitcoinTxid = ({ hash }: Pick<ReadTransaction, 'hash'>): string => reversedHex(hash)

/** The place of an output as transactions have it, from its text `txid:n`. */
export function placeOf(outpoint: string): Buffer {
  const [txid = '', n] = outpoint.split(':')
  const place = Buffer.alloc(OUTPOINT)
  Buffer.from(txid, 'hex').reverse().copy(place)
  place.writeUInt32LE(Number(n), 32)
  return place
}

/**
 * Reads the next transaction. Its hash is of the bytes without witnesses (BIP-144), as they stand.
 *
 * @throws BytesError
 */
export function readTransaction(reader: BytesReader): ReadTransaction {
  const version = reader.take(4)
  const hasWitness = reader.next === 0
  if (hasWitness && reader.take(2)[1] !== 1) throw new BytesError('a transaction has an unknown form')
  const from = reader.at
  const inputs = reader.count()
  if (inputs === 0) throw new BytesError('a transaction has no inputs')
  let isCoinbase = false
  const spends: Buffer[] = []
  for (let n = 0; n < inputs; n++) {
    const place = reader.take(OUTPOINT)
    spends.push(place)
    isCoinbase ||= place.subarray(0, 32).equals(NO_HASH)
    reader.advance(reader.count())
    reader.advance(4)
  }
  const outputs = readOutputs(reader)
  const body = reader.all.subarray(from, reader.at)
  if (hasWitness) for (let n = 0; n < inputs; n++) skipWitness(reader)
  const lockTime = reader.take(4)
  return { hash: sha256d(Buffer.concat([version, body, lockTime])), isCoinbase, spends, outputs }
}

function readOutputs(reader: BytesReader): KeyOutput[] {
  const outputs: KeyOutput[] = []
  const count = reader.count()
  for (let index = 0; index < count; index++) {
    const amount = reader.take(8)
    const script = reader.take(reader.count())
    if (script.length === KEY_SCRIPT_LENGTH && script.subarray(0, 2).equals(KEY_SCRIPT))
      outputs.push({ index, to: script.subarray(2), amount: amount.readBigUInt64LE() })
  }
  return outputs
}

function skipWitness(reader: BytesReader): void {
  for (let items = reader.count(); items > 0; items--) reader.advance(reader.count())
}
