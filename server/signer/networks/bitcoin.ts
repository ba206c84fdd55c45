import { coinOf, isTest } from '#contract/coins/assets.ts'
import { BITCOIN_DUST, isTestNetwork } from '../../chains/networks/bitcoin-networks.ts'
import {
  bitcoinChange,
  chooseUtxos,
  bitcoinFeeOf,
  leastReplacing,
  outpointOf,
  PART_LEAST,
  paymentSize,
  RELAY_RATE,
  satoshisOf,
  type Utxo,
} from '../protocol/bitcoin-fees.ts'
import {
  digestsOf,
  isSignature,
  readBitcoinPayout,
  scriptOf,
  taprootAddress,
  taprootScript,
  writeTransaction,
  type TxOutput,
} from '../protocol/bitcoin-transaction.ts'
import type { BitcoinChain } from '../config/config.ts'
import type { OfferedUtxo } from '../protocol/protocol.ts'
import { hasAddress, paidBy, type Unwritten, type Writer } from './writer.ts'

// Payments on Bitcoin. No output of the wallet is ever spent by two payments: the log says which are spent, and all
// transactions of a payment spend the same outputs, never more and never fewer. A replacement takes its higher fee from
// the change.

/** The key of one Taproot address: derived from the seed, or inside a device that never shows it. */
export interface BitcoinKey {
  /** The output key of the address (32 bytes), which commits to no scripts (BIP-86). */
  output: Uint8Array
  /** Signs a digest (Schnorr, BIP-340). */
  sign(digest: Uint8Array): Promise<Uint8Array>
}

/**
 * The number of large unspent outputs below which change is divided in two. Only outputs in blocks are spent, so that
 * each is good for one payment until the change of that is in a block.
 */
const FEW = 10

/** Writes the payments of a network. */
export function bitcoinWriter({ network }: BitcoinChain, key: BitcoinKey): Writer {
  const own = taprootAddress(network, key.output)
  const ownScript = taprootScript(key.output)
  const isTestNet = isTestNetwork(network)
  const lengthOf = (address: string): number => scriptOf(network, address)!.length

  /** The outputs of a transaction, and the size with which it was reckoned (vbytes). */
  function plan(entry: Unwritten): { utxos: readonly Utxo[]; outputs: readonly TxOutput[]; size: bigint } {
    const { utxos, parts } = spendingOf(entry)
    const payment = { length: lengthOf(entry.address), amount: paidBy(entry), rate: BigInt(entry.rate) }
    const change = bitcoinChange(payment, { inputs: utxos.length, sum: satoshisOf(utxos) }, parts)
    if (!change) throw new Error(`The outputs of payment ${entry.id} do not suffice for its rate.`)
    return {
      utxos,
      outputs: [
        { script: scriptOf(network, entry.address)!, amount: payment.amount },
        ...change.map((amount) => ({ script: ownScript, amount })),
      ],
      size: paymentSize(payment, utxos.length, change.length),
    }
  }

  return {
    refuses(payment) {
      if (coinOf(payment.asset) !== 'BTC' || isTest(payment.asset) !== isTestNet) return 'network'
      // Its own address would pass for change.
      if (payment.address === own || !scriptOf(network, payment.address)) return 'address'
      if (!hasAddress(payment, { simulated: false, test: isTestNet })) return 'address'
      return paidBy(payment) < BITCOIN_DUST ? 'limit' : undefined
    },
    spend(payment, history) {
      const free = readUtxos(payment.utxos ?? []).filter((one) => !history.isSpent('bitcoin', outpointOf(one)))
      const { address, rate } = payment
      const chosen = chooseUtxos(free, { length: lengthOf(address), amount: paidBy(payment), rate: BigInt(rate) })
      if (!chosen) return undefined
      const utxos = chosen.map(({ amount, ...one }) => ({ ...one, amount: String(amount) }))
      const large = free.filter((one) => one.amount >= PART_LEAST && !chosen.includes(one))
      const parts = large.length < FEW ? 2 : 1
      return { spends: chosen.map(outpointOf), bitcoin: { network, utxos, parts } }
    },
    replacing(latest, most) {
      const { utxos } = spendingOf(latest)
      const sum = satoshisOf(utxos)
      const size = paymentSize({ length: lengthOf(latest.address) }, utxos.length, 0)
      const affordable = ((sum - paidBy(latest)) * 1_000n) / size
      const rate = most < affordable ? most : affordable
      if (rate < leastReplacing(BigInt(latest.rate))) return undefined
      const before = sum - satoshisOf(readBitcoinPayout(Buffer.from(latest.raw!, 'hex'))!.outputs)
      const next = plan({ ...latest, rate: String(rate) })
      // Nodes ask for more than the higher rate where change that was too small has gone to the fee (BIP-125).
      const least = before + bitcoinFeeOf(next.size, RELAY_RATE)
      return sum - satoshisOf(next.outputs) >= least ? rate : undefined
    },
    async write(entry) {
      const { utxos, outputs } = plan(entry)
      const signatures: Uint8Array[] = []
      const spent = utxos.map(({ amount }) => ({ script: ownScript, amount }))
      for (const digest of digestsOf(writeTransaction(utxos, outputs), spent)) {
        const signature = await key.sign(digest)
        // No node would take it, and no other payment could spend its outputs.
        if (!isSignature(signature, digest, key.output))
          throw new Error(`The key of ${own} has made a signature that is not its own.`)
        signatures.push(signature)
      }
      const raw = writeTransaction(utxos, outputs, signatures)
      return { txid: readBitcoinPayout(raw)!.txid, raw: Buffer.from(raw).toString('hex') }
    },
  }
}

/** Outputs as the market offers them, each once: a transaction that spends one twice is none. */
const readUtxos = (offered: readonly OfferedUtxo[]): Utxo[] => [
  ...new Map(offered.map((one): [string, Utxo] => [outpointOf(one), { ...one, amount: BigInt(one.amount) }])).values(),
]

/** The outputs that a payment's transactions spend, by its entry. @throws Error where it is none on Bitcoin */
function spendingOf({ id, bitcoin }: Unwritten): { utxos: readonly Utxo[]; parts: number } {
  if (!bitcoin) throw new Error(`Payment ${id} is not on Bitcoin.`)
  return { utxos: readUtxos(bitcoin.utxos), parts: bitcoin.parts }
}
