import { coinOf, isTest } from '#contract/coins/assets.ts'
import { BITCOIN_DUST, isTestNetwork } from '../../chains/networks/bitcoin-networks.ts'
import { bitcoinFeeOf, leastReplacing, sweepSize } from '../protocol/bitcoin-fees.ts'
import {
  isSegwitSignature,
  readPrevious,
  readTransfer,
  scriptOf,
  segwitAddress,
  segwitDigests,
  segwitScript,
  taprootAddress,
  writeSwept,
  writeTransaction,
  type TxOutput,
} from '../protocol/bitcoin-transaction.ts'
import type { BitcoinKey } from './bitcoin.ts'
import type { BitcoinChain } from '../config/config.ts'
import type { OfferedUtxo, Sweep } from '../protocol/protocol.ts'
import type { Sweeps } from '../config/sweeping.ts'
import { indexOf, type SweepWriter } from './sweep-writer.ts'
import type { Unwritten } from './writer.ts'

// Sweeps on Bitcoin. A signature commits to the amount of its own input alone, so that two lies about amounts could
// hide a high fee. So the amounts are those of the transactions that have made the outputs, and these have the ids by
// which the outputs are named.

/** The key of one address of native SegWit: derived from the seed, or inside a device that never shows it. */
export interface SegwitKey {
  /** 33 bytes. */
  publicKey: Uint8Array
  /** Signs a digest (ECDSA); the signature in DER, with a small r and s. */
  sign(digest: Uint8Array): Promise<Uint8Array>
}

/** The keys of the paying wallet and of deposit addresses. */
export interface BitcoinSweepKeys {
  wallet: Pick<BitcoinKey, 'output'>
  deposit(index: number): SegwitKey
}

/** Takes coins from deposit addresses of a network. */
export function bitcoinSweeper({ network }: BitcoinChain, sweeps: Sweeps, keys: BitcoinSweepKeys): SweepWriter {
  const to = sweeps.to ?? taprootAddress(network, keys.wallet.output)
  const isTestNet = isTestNetwork(network)
  const sizeOf = (address: string, spends: readonly string[]): bigint =>
    sweepSize(spends.length, scriptOf(network, address)!.length)
  return {
    refuses(sweep) {
      if (coinOf(sweep.asset) !== 'BTC' || isTest(sweep.asset) !== isTestNet) return 'network'
      const own = segwitAddress(network, keys.deposit(sweep.index).publicKey)
      if (sweep.to !== to || sweep.from !== own) return 'address'
      const left = BigInt(sweep.amount) - bitcoinFeeOf(sizeOf(to, sweep.spends), BigInt(sweep.rate))
      return left >= BITCOIN_DUST ? undefined : 'funds'
    },
    spend(sweep) {
      const utxos = proven(sweep, segwitScript(keys.deposit(sweep.index).publicKey))
      const sum = utxos?.reduce((all, { amount }) => all + BigInt(amount), 0n)
      if (!utxos || sum !== BigInt(sweep.amount)) return undefined
      return { spends: sweep.spends, bitcoin: { network, utxos, parts: 0 } }
    },
    replacing({ address, spends, amount, rate: before }, most) {
      const affordable = ((BigInt(amount) - BITCOIN_DUST) * 1_000n) / sizeOf(address, spends)
      const rate = most < affordable ? most : affordable
      return rate >= leastReplacing(BigInt(before)) ? rate : undefined
    },
    write(entry) {
      const { address, spends, amount, rate } = entry
      const left = BigInt(amount) - bitcoinFeeOf(sizeOf(address, spends), BigInt(rate))
      return write(entry, { script: scriptOf(network, address)!, amount: left }, keys.deposit(indexOf(entry)))
    },
  }
}

/** The outputs that a sweep spends, with the amounts that they have; undefined where they are not of the script. */
function proven({ spends, previous = [] }: Sweep, own: Uint8Array): OfferedUtxo[] | undefined {
  const made = new Map(
    previous.flatMap((hex) => {
      const read = readPrevious(Uint8Array.from(Buffer.from(hex, 'hex')))
      return read ? [[read.txid, read.outputs] as const] : []
    }),
  )
  const utxos: OfferedUtxo[] = []
  for (const one of new Set(spends)) {
    const [txid = '', n] = one.split(':')
    const output = n === undefined ? undefined : made.get(txid)?.[Number(n)]
    if (!output || Buffer.compare(output.script, own) !== 0) return undefined
    utxos.push({ txid, n: Number(n), amount: String(output.amount) })
  }
  // One that is named twice would make a transaction that is none.
  return utxos.length === spends.length ? utxos : undefined
}

/** Writes and signs the transaction of an entry. @throws Error where the key signs wrongly */
async function write(entry: Unwritten, output: TxOutput, key: SegwitKey): Promise<{ txid: string; raw: string }> {
  const utxos = entry.bitcoin!.utxos
  const { publicKey } = key
  const signatures: Uint8Array[] = []
  const amounts = utxos.map(({ amount }) => BigInt(amount))
  for (const digest of segwitDigests(writeTransaction(utxos, [output]), publicKey, amounts)) {
    const signature = await key.sign(digest)
    if (!isSegwitSignature(signature, digest, publicKey))
      throw new Error(`The key of deposit address ${indexOf(entry)} has made a signature that is not its own.`)
    signatures.push(signature)
  }
  const raw = writeSwept(utxos, output, { publicKey, signatures })
  return { txid: readTransfer(raw)!.txid, raw: Buffer.from(raw).toString('hex') }
}
