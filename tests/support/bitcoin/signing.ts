import { createHash } from 'node:crypto'
import { Address } from '@scure/btc-signer'
import { outpointOf } from '#server/signer/protocol/bitcoin-fees.ts'
import { taprootAddress, taprootScript } from '#server/signer/protocol/bitcoin-transaction.ts'
import { FIRST_CONFIG, readSignerConfig, type SignerConfig } from '#server/signer/config/config.ts'
import type { OfferedUtxo, Payment, SignedTransaction } from '#server/signer/protocol/protocol.ts'
import { payment, signerKeys } from '../withdrawals/signing.ts'
import { REGTEST } from './raw-block.ts'
import { isSignedByKey, readTransaction } from './read-transaction.ts'

/** Settings of a signer on a regtest network; `more` replaces parts of those of Bitcoin. */
export const bitcoinSettings = (more: object = {}) => ({
  limits: FIRST_CONFIG.limits,
  operators: [],
  bitcoin: { network: 'regtest', api: 'http://127.0.0.1:1', rate: '100000', transactions: 1000, ...more },
})

/** The settings of `bitcoinSettings` as a signer reads them. */
export const bitcoinConfig = (more?: object): SignerConfig => readSignerConfig(JSON.stringify(bitcoinSettings(more)))

/** The paying wallet of a test's signer on a regtest network. */
export const BITCOIN_WALLET = taprootAddress('regtest', signerKeys.bitcoin.output)

/** Its script. */
export const OWN = taprootScript(signerKeys.bitcoin.output)

const of = Address(REGTEST)
const hash = (length: number, text: string): Uint8Array =>
  Uint8Array.from(createHash('sha256').update(text).digest().subarray(0, length))

/** Addresses of every kind that can be paid, of which no key is known but that of Taproot. */
export const addressesOf = (text: string) => ({
  'native SegWit': of.encode({ type: 'wpkh', hash: hash(20, text) }),
  'a native SegWit script': of.encode({ type: 'wsh', hash: hash(32, text) }),
  // The point of BIP-341's first vector.
  Taproot: taprootAddress(
    'regtest',
    Uint8Array.from(Buffer.from('53a1f6e454df1aa2776a2814a721372d6258050de330b3c6d10ee8f4e0dda343', 'hex')),
  ),
  'a legacy key': of.encode({ type: 'pkh', hash: hash(20, text) }),
  'a legacy script': of.encode({ type: 'sh', hash: hash(20, text) }),
})

/** An address of native SegWit, another one for each text. */
export const addressNamed = (text: string): string => addressesOf(text)['native SegWit']

let count = 0

/** An unspent output of that many satoshis, another one each time. */
export const utxoOf = (amount: bigint | number): OfferedUtxo => ({
  txid: createHash('sha256').update(`transaction ${++count}`).digest('hex'),
  n: count % 3,
  amount: String(amount),
})

/** A payment of 98,000 satoshis, for which an output of 0.01 BTC is offered; `more` replaces parts of it. */
export const bitcoinPayment = (more: Partial<Payment> = {}): Payment =>
  payment({
    ...{ network: 'bitcoin', asset: 'tBTC', address: addressNamed('somebody') },
    ...{ amount: '100000', fee: '2000', rate: '2000', utxos: [utxoOf(1_000_000)], ...more },
  })

/** The bytes of a signed transaction. */
export const bytesOf = ({ raw }: SignedTransaction): Uint8Array => Uint8Array.from(Buffer.from(raw, 'hex'))

/** Reads a signed transaction; `spent`: the outputs that it spends, in any order. */
export function readSigned(signed: SignedTransaction, spent: readonly OfferedUtxo[]) {
  const transaction = readTransaction(bytesOf(signed))
  const outputs = transaction.inputs.map(({ outpoint }) => {
    const found = spent.find((one) => outpointOf(one) === outpoint)
    return { script: OWN, amount: BigInt(found!.amount) }
  })
  const sum = (some: readonly { amount: bigint }[]): bigint => some.reduce((all, { amount }) => all + amount, 0n)
  return {
    ...transaction,
    spends: transaction.inputs.map(({ outpoint }) => outpoint),
    amounts: transaction.outputs.map(({ amount }) => amount),
    fee: sum(outputs) - sum(transaction.outputs),
    isSigned: outputs.every((_one, n) => isSignedByKey(transaction, outputs, n)),
  }
}
