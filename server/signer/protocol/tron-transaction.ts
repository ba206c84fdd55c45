import { hash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesField, numberField, readFields } from '../../chains/networks/protobuf.ts'
import { tronAddressOf, tronBytesOf, keyAddress, PREFIX } from '../../chains/networks/tron-address.ts'

// The market's Tron transactions, for the signer, which writes them, and the market, which checks them.
//
// A wallet has no nonce on Tron, so that a chain can take two transactions of one payment. What excludes that is time:
// a transaction names a time after which no block takes it. Another one is signed only when all of these are past that
// time by VOID_MARGIN_MS: the signer's clock, and the blocks that cannot be replaced any more.
//
//   signed ──▶ can be taken ──▶ expiration ──▶ margin ──▶ in none of the solidified blocks: another one may be signed

/** The longest time for which a transaction can be taken (ms). The network would allow a day. */
export const EXPIRES_MAX_MS = 3_600_000

/** How much later than its expiration a transaction counts as one that can never be taken any more (ms). */
export const VOID_MARGIN_MS = 300_000

/** The type of a transaction that calls a contract, by its number and its name (Tron.proto). */
const [CALL, CALL_NAME] = [31, 'type.googleapis.com/protocol.TriggerSmartContract']

/** The call of `transfer(address,uint256)`, and the bytes before an address in a word. */
const [TRANSFER, BEFORE_ADDRESS] = ['a9059cbb', '00'.repeat(12)]

/** A payment of a token as its transaction says. */
export interface TronPayout {
  /** The addresses of the wallet that pays, of the token's contract, and of whom it pays. */
  from: string
  token: string
  to: string
  /** Units of the token. */
  amount: bigint
  /** The most TRX that is burned for energy (sun). */
  feeLimit: bigint
  /** The part of a block's id by which the transaction names that block, in hexadecimal. */
  reference: string
  /** When it was signed, and until when it can be taken (Unix ms). */
  timestamp: number
  expiration: number
}

/** The part of a block's id that transactions name: the end of its height, and 8 bytes of its hash. */
export const referenceTo = (blockId: string): string => blockId.slice(12, 32)

/** The bytes of a transaction without a signature. @throws Error where the amount is too large for a word */
export function tronBytesToSign(payout: TronPayout): Buffer {
  const reference = Buffer.from(payout.reference, 'hex')
  const call = Buffer.concat([
    bytesField(1, wholeOf(payout.from)),
    bytesField(2, wholeOf(payout.token)),
    bytesField(4, transferOf(payout)),
  ])
  const parameter = Buffer.concat([bytesField(1, Buffer.from(CALL_NAME)), bytesField(2, call)])
  return Buffer.concat([
    bytesField(1, reference.subarray(0, 2)),
    bytesField(4, reference.subarray(2)),
    numberField(8, payout.expiration),
    bytesField(11, Buffer.concat([numberField(1, CALL), bytesField(2, parameter)])),
    numberField(14, payout.timestamp),
    numberField(18, Number(payout.feeLimit)),
  ])
}

/** The 21 bytes of an address. */
const wholeOf = (address: string): Buffer => Buffer.from(`${PREFIX}${tronBytesOf(address)}`, 'hex')

function transferOf({ to, amount }: Pick<TronPayout, 'to' | 'amount'>): Buffer {
  const word = amount.toString(16).padStart(64, '0')
  if (word.length > 64) throw new Error('The amount is too large for the token')
  return Buffer.from(`${TRANSFER}${BEFORE_ADDRESS}${tronBytesOf(to)}${word}`, 'hex')
}

/** The id of a transaction: the hash of its bytes without the signature, which signs the same hash. */
export const tronTxid = (raw: Uint8Array): string => digestOf(raw).toString('hex')

/** The hash that a signature signs. */
export const digestOf = (raw: Uint8Array): Buffer => hash('sha256', raw, 'buffer')

/** A signed transaction as nodes take it, in hexadecimal. */
export const tronSignedText = (raw: Uint8Array, signature: Uint8Array): string =>
  Buffer.concat([bytesField(1, raw), bytesField(2, signature)]).toString('hex')

/** The address whose key has signed a hash; undefined where the bytes are no signature. */
export function signerOf(digest: Uint8Array, signature: Uint8Array): string | undefined {
  if (signature.length !== 65) return undefined
  try {
    const recovered = Uint8Array.of(signature[64]!, ...signature.subarray(0, 64))
    return keyAddress(secp256k1.recoverPublicKey(recovered, digest, { prehash: false }))
  } catch {
    // The library names no reason of its own.
    return undefined
  }
}

/** A signed payment as its bytes say. */
export interface SignedTronPayout extends TronPayout {
  txid: string
  /** The address whose key has signed it; undefined where none has. */
  signer: string | undefined
}

/**
 * Reads a signed transaction; undefined where it is anything but the transfer of a token, each field as
 * `tronBytesToSign` writes it.
 */
export function readTronPayout(text: string): SignedTronPayout | undefined {
  const [raw, signature] = valuesOf(Buffer.from(text, 'hex'), 1, 2)
  const [height, id, expiration, contract, timestamp, feeLimit] = valuesOf(raw, 1, 4, 8, 11, 14, 18)
  const [, parameter] = valuesOf(contract, 1, 2)
  const [, call] = valuesOf(parameter, 1, 2)
  const [from, token, data] = valuesOf(call, 1, 2, 4).map(hexOf)
  if (!Buffer.isBuffer(raw) || !Buffer.isBuffer(signature) || data?.length !== 136) return undefined
  const payout: TronPayout = {
    ...{
      from: tronAddressOf(from!.slice(2)),
      token: tronAddressOf(token!.slice(2)),
      to: tronAddressOf(data.slice(32, 72)),
    },
    ...{ amount: BigInt(`0x${data.slice(72)}`), feeLimit: BigInt(numberOf(feeLimit)) },
    ...{ reference: `${hexOf(height)}${hexOf(id)}`, timestamp: numberOf(timestamp), expiration: numberOf(expiration) },
  }
  // The parts that were not read are always written alike; where they differ, it is another transaction.
  if (!tronBytesToSign(payout).equals(raw) || tronSignedText(raw, signature) !== text) return undefined
  return { ...payout, txid: tronTxid(raw), signer: signerOf(digestOf(raw), signature) }
}

type Value = number | Buffer | undefined

/** The values of a message that has exactly these fields, in this order; none where it is another one. */
function valuesOf(message: Value, ...fields: readonly number[]): readonly Value[] {
  const read = Buffer.isBuffer(message) ? (readFields(message) ?? []) : []
  return read.map(({ field }) => field).join() === fields.join() ? read.map(({ value }) => value) : []
}

const hexOf = (value: Value): string => (Buffer.isBuffer(value) ? value.toString('hex') : '')

const numberOf = (value: Value): number => (typeof value === 'number' ? value : 0)
