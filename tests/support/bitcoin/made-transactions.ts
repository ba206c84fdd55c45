import { randomBytes } from 'node:crypto'
import { RawTx, Transaction } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import type { RawTransaction } from './raw-block.ts'

/** The key of new coins. */
export const MINER = pubECDSA(new Uint8Array(32).fill(5))
/** The script of native SegWit for a key's hash of one byte repeated. */
export const script = (fill: number): Buffer => Buffer.concat([Buffer.from('0014', 'hex'), Buffer.alloc(20, fill)])

/** A transaction of some length; nothing checks its signatures. */
export function transaction({
  inputs = 1,
  outputs = [script(1)] as readonly Buffer[],
  witness = 107,
  isOld = false,
} = {}): RawTransaction {
  const raw = RawTx.encode({
    version: 2,
    segwitFlag: !isOld,
    inputs: Array.from({ length: inputs }, () => ({
      txid: randomBytes(32),
      index: 1,
      finalScriptSig: isOld ? randomBytes(107) : new Uint8Array(),
      sequence: 0xfffffffd,
    })),
    outputs: outputs.map((one, n) => ({ amount: 1_000n + BigInt(n), script: one })),
    witnesses: isOld ? undefined : Array.from({ length: inputs }, () => [randomBytes(witness), randomBytes(33)]),
    lockTime: 0,
  })
  const { id } = Transaction.fromRaw(raw, { allowUnknownOutputs: true, disableScriptCheck: true })
  return { id, raw }
}
