import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { Address, OutScript, RawTx, SigHash, Transaction } from '@scure/btc-signer'
import { hash160, sha256x2 } from '@scure/btc-signer/utils.js'
import { addressForm, type BitcoinNetwork } from '../../chains/networks/bitcoin-networks.ts'
import { outpointOf, type Utxo } from './bitcoin-fees.ts'

// The market's Bitcoin transactions, for the signer, which writes them, and the market, which checks them.
//
//   outputs of the wallet ─▶ the payment │ change to the wallet, in one part or two │ the rest is the network's
//
// The wallet is one Taproot address, whose outputs its key spends without a script (BIP-86). A signature commits to the
// amounts and scripts of all outputs that its transaction spends (BIP-341), so that a signer can believe whoever names
// them: a lie about an amount makes a transaction that no node takes, and no other fee.
//
// Deposit addresses are native SegWit, whose signatures commit to the amount of their own input alone (BIP-143). So a
// signer is given the transactions that have made the outputs, and reads the amounts from those.

/** A fee may still be raised while its transaction waits (BIP-125). */
const REPLACEABLE = 0xfffffffd

/** Bytes of a Schnorr signature over everything in a transaction, which carries no type of its own (BIP-341). */
const SIGNATURE = 64

const OPTIONS = { allowUnknownOutputs: true, disableScriptCheck: true }

/** An output of a transaction. */
export interface TxOutput {
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

/** The script of native SegWit for a public key (33 bytes). */
export const segwitScript = (publicKey: Uint8Array): Uint8Array =>
  OutScript.encode({ type: 'wpkh', hash: hash160(publicKey) })

/** The address of native SegWit for a public key. */
export const segwitAddress = (network: BitcoinNetwork, publicKey: Uint8Array): string =>
  Address(addressForm(network)).encode({ type: 'wpkh', hash: hash160(publicKey) })

/** Writes a transaction: unsigned, or with a signature for each input. */
export const writeTransaction = (
  utxos: readonly Pick<Utxo, 'txid' | 'n'>[],
  outputs: readonly TxOutput[],
  signatures?: readonly Uint8Array[],
): Uint8Array =>
  writeWith(
    utxos,
    outputs,
    signatures?.map((one) => [one]),
  )

/** Writes a transaction whose inputs are spent by one key of native SegWit, each with its signature (DER). */
export const writeSwept = (
  utxos: readonly Pick<Utxo, 'txid' | 'n'>[],
  output: TxOutput,
  { publicKey, signatures }: { publicKey: Uint8Array; signatures: readonly Uint8Array[] },
): Uint8Array =>
  writeWith(
    utxos,
    [output],
    signatures.map((one) => [Uint8Array.of(...one, SigHash.ALL), publicKey]),
  )

const writeWith = (
  utxos: readonly Pick<Utxo, 'txid' | 'n'>[],
  outputs: readonly TxOutput[],
  witnesses: Uint8Array[][] | undefined,
): Uint8Array =>
  RawTx.encode({
    version: 2,
    segwitFlag: witnesses !== undefined,
    inputs: utxos.map(({ txid, n }) => ({
      txid: Uint8Array.from(Buffer.from(txid, 'hex')),
      index: n,
      finalScriptSig: new Uint8Array(),
      sequence: REPLACEABLE,
    })),
    outputs: outputs.map(({ script, amount }) => ({ script, amount })),
    witnesses,
    lockTime: 0,
  })

/** The digest that each input's signature is made of, which commits to the whole transaction and to what it spends. */
export function digestsOf(raw: Uint8Array, spent: readonly TxOutput[]): Uint8Array[] {
  const transaction = Transaction.fromRaw(raw, OPTIONS)
  const scripts = spent.map(({ script }) => script)
  const amounts = spent.map(({ amount }) => amount)
  return spent.map((_one, n) => transaction.preimageWitnessV1(n, scripts, SigHash.DEFAULT, amounts))
}

/** Whether a signature of a digest is that of an output key. */
export const isSignature = (signature: Uint8Array, digest: Uint8Array, key: Uint8Array): boolean =>
  signature.length === SIGNATURE && schnorr.verify(signature, digest, key)

/** The digests that the inputs' signatures are made of, where one key spends all of them (BIP-143). */
export function segwitDigests(raw: Uint8Array, publicKey: Uint8Array, amounts: readonly bigint[]): Uint8Array[] {
  const transaction = Transaction.fromRaw(raw, OPTIONS)
  const code = OutScript.encode({ type: 'pkh', hash: hash160(publicKey) })
  return amounts.map((amount, n) => transaction.preimageWitnessV0(n, code, SigHash.ALL, amount))
}

/** Whether a signature (DER) of a digest is that of a public key. */
export function isSegwitSignature(signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return secp256k1.verify(signature, digest, publicKey, { format: 'der', prehash: false })
  } catch {
    // The bytes are no signature.
    return false
  }
}

/** A transaction as its bytes say. */
export interface ReadTransfer {
  txid: string
  /** The outputs that it spends, as `txid:n`. */
  spends: readonly string[]
  outputs: readonly TxOutput[]
  /** Its size (vbytes). */
  size: bigint
  /** The witness items with which each input is spent. */
  witnesses: readonly (readonly Uint8Array[])[]
}

/** Reads a signed transaction; undefined where the bytes are none. */
export function readTransfer(raw: Uint8Array): ReadTransfer | undefined {
  try {
    const { inputs, outputs, witnesses = [] } = RawTx.decode(raw)
    const { id, vsize } = Transaction.fromRaw(raw, OPTIONS)
    return {
      txid: id,
      spends: inputs.map(({ txid, index }) => outpointOf({ txid: Buffer.from(txid).toString('hex'), n: index })),
      outputs: outputs.map(({ script, amount }) => ({ script: Uint8Array.from(script!), amount: amount! })),
      size: BigInt(vsize),
      witnesses: witnesses.map((items) => items.map((one) => Uint8Array.from(one))),
    }
  } catch {
    // The library names no reason of its own.
    return undefined
  }
}

/** A transaction of the wallet, with the signature of each input. */
export interface BitcoinPayout extends Omit<ReadTransfer, 'witnesses'> {
  signatures: readonly Uint8Array[]
}

/** Reads a signed transaction; undefined where the bytes are none, or its inputs are not each of one signature. */
export function readBitcoinPayout(raw: Uint8Array): BitcoinPayout | undefined {
  const read = readTransfer(raw)
  if (!read) return undefined
  const { witnesses, ...rest } = read
  if (witnesses.length !== rest.spends.length || witnesses.some((items) => items.length !== 1)) return undefined
  return { ...rest, signatures: witnesses.map(([one]) => one!) }
}

/** A transaction without its witnesses, the bytes of which its id is the hash. @throws where the bytes are none */
export function withoutWitnesses(raw: Uint8Array): Uint8Array {
  const { witnesses: _witnesses, ...read } = RawTx.decode(raw)
  return RawTx.encode({ ...read, segwitFlag: false, witnesses: undefined })
}

/** Reads a transaction without witnesses; its id is the hash of these bytes. Undefined where they are none. */
export function readPrevious(raw: Uint8Array): { txid: string; outputs: readonly TxOutput[] } | undefined {
  try {
    const { outputs, segwitFlag } = RawTx.decode(raw)
    if (segwitFlag) return undefined
    return {
      txid: Buffer.from(sha256x2(raw)).reverse().toString('hex'),
      outputs: outputs.map(({ script, amount }) => ({ script: Uint8Array.from(script!), amount: amount! })),
    }
  } catch {
    // The library names no reason of its own.
    return undefined
  }
}
