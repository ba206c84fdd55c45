import { schnorr } from '@noble/curves/secp256k1.js'
import { Address, OutScript, RawTx, SigHash, Transaction } from '@scure/btc-signer'
import { addressForm, type BitcoinNetwork } from '../chains/bitcoin-networks.ts'
import { outpointOf, type Utxo } from './bitcoin-fees.ts'

// The market's Bitcoin transactions, for the signer, which writes them, and the market, which checks them.
//
//   outputs of the wallet ─▶ the payment │ change to the wallet, in one part or two │ the rest is the network's
//
// The wallet is one Taproot address, whose outputs its key spends without a script (BIP-86). A signature commits to the
// amounts and scripts of all outputs that its transaction spends (BIP-341), so that a signer can believe whoever names
// them: a lie about an amount makes a transaction that no node takes, and no other fee.

/** A fee may still be raised while its transaction waits (BIP-125). */
const REPLACEABLE = 0xfffffffd

/** Bytes of a Schnorr signature over everything in a transaction, which carries no type of its own (BIP-341). */
const SIGNATURE = 64

const OPTIONS = { allowUnknownOutputs: true, disableScriptCheck: true }

/** An output of a transaction. */
export interface Output {
  script: Uint8Array
  /** Satoshis. */
  amount: bigint
}

/**
 * The script of an address; undefined where it belongs to another network, or nobody can spend what is sent there, or
 * everybody can: witness versions that have no rules yet, and keys that do not exist.
 */
export function scriptOf(network: BitcoinNetwork, address: string): Uint8Array | undefined {
  try {
    const read = Address(addressForm(network)).decode(address)
    return read.type === 'p2a' ? undefined : OutScript.encode(read)
  } catch {
    // The library names no reason of its own.
    return undefined
  }
}

/** The Taproot address of an output key (32 bytes). */
export const taprootAddress = (network: BitcoinNetwork, key: Uint8Array): string =>
  Address(addressForm(network)).encode({ type: 'tr', pubkey: key })

/** The script of the Taproot address of an output key. */
export const taprootScript = (key: Uint8Array): Uint8Array => OutScript.encode({ type: 'tr', pubkey: key })

/** The output key in the script of a Taproot address, behind the version and the length. */
export const taprootKey = (script: Uint8Array): Uint8Array => script.subarray(2)

/** Writes a transaction: unsigned, or with a signature for each input. */
export const writeTransaction = (
  utxos: readonly Utxo[],
  outputs: readonly Output[],
  signatures?: readonly Uint8Array[],
): Uint8Array =>
  RawTx.encode({
    version: 2,
    segwitFlag: signatures !== undefined,
    inputs: utxos.map(({ txid, n }) => ({
      txid: Uint8Array.from(Buffer.from(txid, 'hex')),
      index: n,
      finalScriptSig: new Uint8Array(),
      sequence: REPLACEABLE,
    })),
    outputs: outputs.map(({ script, amount }) => ({ script, amount })),
    witnesses: signatures?.map((one) => [one]),
    lockTime: 0,
  })

/** The digest that each input's signature is made of, which commits to the whole transaction and to what it spends. */
export function digestsOf(raw: Uint8Array, spent: readonly Output[]): Uint8Array[] {
  const transaction = Transaction.fromRaw(raw, OPTIONS)
  const scripts = spent.map(({ script }) => script)
  const amounts = spent.map(({ amount }) => amount)
  return spent.map((_one, n) => transaction.preimageWitnessV1(n, scripts, SigHash.DEFAULT, amounts))
}

/** Whether a signature of a digest is that of an output key. */
export const isSignature = (signature: Uint8Array, digest: Uint8Array, key: Uint8Array): boolean =>
  signature.length === SIGNATURE && schnorr.verify(signature, digest, key)

/** A transaction as its bytes say. */
export interface ReadPayout {
  txid: string
  /** The outputs that it spends, as `txid:n`. */
  spends: readonly string[]
  outputs: readonly Output[]
  /** Its size (vbytes). */
  size: bigint
  signatures: readonly Uint8Array[]
}

/** Reads a signed transaction; undefined where the bytes are none, or its inputs are not each of one signature. */
export function readPayout(raw: Uint8Array): ReadPayout | undefined {
  try {
    const { inputs, outputs, witnesses = [] } = RawTx.decode(raw)
    const { id, vsize } = Transaction.fromRaw(raw, OPTIONS)
    if (witnesses.length !== inputs.length || witnesses.some((items) => items.length !== 1)) return undefined
    return {
      txid: id,
      spends: inputs.map(({ txid, index }) => outpointOf({ txid: Buffer.from(txid).toString('hex'), n: index })),
      outputs: outputs.map(({ script, amount }) => ({ script: Uint8Array.from(script!), amount: amount! })),
      size: BigInt(vsize),
      signatures: witnesses.map(([one]) => Uint8Array.from(one!)),
    }
  } catch {
    // The library names no reason of its own.
    return undefined
  }
}
