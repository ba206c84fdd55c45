import { createHash } from 'node:crypto'
import { recoverAddress, type Hex } from 'viem'
import { fieldsOf } from './protobuf.ts'
import type { ChainBlock, TronCall, TronTransaction } from './block.ts'

// The checks and the effects of signed calls of `transfer(address,uint256)` at a node of Tron, after the sources of
// java-tron (Manager.validateTapos, validateCommon and validateDup, BandwidthProcessor, Wallet). The code that reads
// calls is not shared with the market.

/** The energy of a transfer to an address that holds the token, and to one that does not. */
export const ENERGY = { known: 64_285n, fresh: 130_285n }

/** The fee for the bytes of a transfer (sun). */
export const BYTES_FEE = 345_000n

/** The longest time before its expiration at which a transaction is taken (ms). */
const DAY_MS = 86_400_000

/** A transaction is not taken; `code` is one of java-tron's. */
export class RefusedByNode extends Error {
  override name = 'RefusedByNode'
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

const bytesIn = (message: Buffer, field: number): Buffer => {
  const [value] = fieldsOf(message).get(field) ?? []
  if (!Buffer.isBuffer(value)) throw new Error(`The message has no field ${field}`)
  return value
}
const numberIn = (message: Buffer, field: number): bigint => {
  const [value] = fieldsOf(message).get(field) ?? []
  return typeof value === 'bigint' ? value : 0n
}

/** Reads a signed transaction, and compares its signature with its owner. @throws RefusedByNode */
export async function readCall(text: string): Promise<{ txid: string; raw: Buffer; call: TronCall }> {
  const whole = Buffer.from(text, 'hex')
  const raw = bytesIn(whole, 1)
  const contract = bytesIn(raw, 11)
  if (numberIn(contract, 1) !== 31n) throw new RefusedByNode('CONTRACT_VALIDATE_ERROR')
  const value = bytesIn(bytesIn(contract, 2), 2)
  const data = bytesIn(value, 4).toString('hex')
  if (!/^a9059cbb0{24}.{40}.{64}$/.test(data)) throw new RefusedByNode('CONTRACT_EXE_ERROR')
  const txid = createHash('sha256').update(raw).digest('hex')
  const call: TronCall = {
    ...{ owner: bytesIn(value, 1).toString('hex', 1), contract: bytesIn(value, 2).toString('hex', 1) },
    ...{ to: data.slice(32, 72), amount: BigInt(`0x${data.slice(72)}`), feeLimit: numberIn(raw, 18) },
    expiration: Number(numberIn(raw, 8)),
    reference: `${bytesIn(raw, 1).toString('hex')}${bytesIn(raw, 4).toString('hex')}`,
  }
  const signature = bytesIn(whole, 2)
  const hex = (from: number, to: number): Hex => `0x${signature.toString('hex', from, to)}`
  const signer = await recoverAddress({
    hash: `0x${txid}`,
    signature: { r: hex(0, 32), s: hex(32, 64), yParity: signature[64]! % 27 },
  })
  if (signer.toLowerCase() !== `0x${call.owner}`) throw new RefusedByNode('SIGERROR')
  return { txid, raw, call }
}

/** Whether a call can be in the block after these. @throws RefusedByNode where it cannot */
export function checkCall({ reference, expiration }: TronCall, blocks: readonly ChainBlock[]): void {
  const named = blocks.findLast(({ id }) => id.slice(12, 16) === reference.slice(0, 4))
  if (named?.id.slice(16, 32) !== reference.slice(4)) throw new RefusedByNode('TAPOS_ERROR')
  const { timestamp } = blocks.at(-1)!.header
  if (expiration <= timestamp || expiration > timestamp + DAY_MS)
    throw new RefusedByNode('TRANSACTION_EXPIRATION_ERROR')
}

/** The sun and the staked energy of an account at a moment, and the token units of the call's two addresses. */
export interface Holdings {
  sun: bigint
  staked: bigint
  from: bigint
  to: bigint
  /** The price of a unit of energy (sun). */
  price: bigint
}

/** The effect of a call. Staked energy is used first, and burns nothing. */
export function runCall(
  { owner, contract, to, amount, feeLimit }: TronCall,
  { sun, staked, from, to: held, price }: Holdings,
): Pick<TronTransaction, 'result' | 'moves' | 'fee'> {
  const left = sun - BYTES_FEE
  const most = (feeLimit < left ? feeLimit : left) / price + staked
  const needs = from < amount ? 3_000n : held > 0n ? ENERGY.known : ENERGY.fresh
  if (needs > most) return { result: 'OUT_OF_ENERGY', moves: [], fee: BYTES_FEE + (most - staked) * price }
  const fee = BYTES_FEE + (needs > staked ? needs - staked : 0n) * price
  if (from < amount) return { result: 'REVERT', moves: [], fee }
  return { result: 'SUCCESS', moves: [{ from: owner, to, amount, token: contract }], fee }
}
