import { hash160 } from '@scure/btc-signer/utils.js'
import { assetOf } from '#contract/coins/assets.ts'
import { bitcoinFeeOf, outpointOf, satoshisOf, sweepSize } from '../../signer/protocol/bitcoin-fees.ts'
import {
  isSegwitSignature,
  readTransfer,
  scriptOf,
  segwitDigests,
  withoutWitnesses,
  type TxOutput,
  type ReadTransfer,
} from '../../signer/protocol/bitcoin-transaction.ts'
import { SWEPT_MAX, type SignedTransaction, type Signer } from '../../signer/protocol/protocol.ts'
import { createOutputs, rawTransactionOf } from './lookup.ts'
import { BITCOIN_DUST, isTestNetwork, type BitcoinNetwork } from '../networks/bitcoin-networks.ts'
import type { BitcoinNode } from './node.ts'
import { isSame, readUtxos } from './utxos.ts'
import type { SpentIn, SweepDestination, Sweepable, Sweeping, SweepOf } from '../chain.ts'
import { ChainSettingsError } from '../real.ts'

// Collecting on Bitcoin: one transaction for each address, which spends its outputs and makes one. Only outputs in
// blocks are spent, and each is proven by the transaction that has made it.

interface Parts {
  network: BitcoinNetwork
  wallet: string
  /** The market's own addresses. */
  own: readonly string[]
  /** The signer, whose settings are compared. */
  signer: Signer
  /** The outputs that the stored transactions of the market spend. */
  spending(): Promise<ReadonlySet<string>>
  /** The transaction that has spent any of these; undefined while none is in a block. */
  spentBy(spends: readonly string[]): Promise<SpentIn | undefined>
}

/** The type byte of a signature of everything. */
const ALL = 1

/** The collecting methods of Bitcoin. */
export function bitcoinSweeping(node: BitcoinNode, parts: Parts): Sweeping {
  const { network, wallet, own, signer, spending, spentBy } = parts
  const outputOf = createOutputs(node)
  const asset = assetOf('BTC', isTestNetwork(network))
  return {
    coins: ['BTC'],
    async destination(): Promise<SweepDestination | undefined> {
      const found = (await signer.about()).sweeps?.bitcoin?.to
      if (found === undefined) return undefined
      if (!own.includes(found))
        throw new ChainSettingsError(
          `The signer collects deposits to ${found}, which is neither BITCOIN_WALLET nor one of BITCOIN_RESERVES`,
        )
      return { address: found, isWallet: found === wallet, gas: 0n }
    },
    async sweepable({ address }, _coin, { rate, to }): Promise<Sweepable | undefined> {
      const length = scriptOf(network, to.address)!.length
      const proving = { address, own: scriptOf(network, address)!, outputOf }
      const found = await readUtxos(node, proving, await spending(), SWEPT_MAX)
      // Others would cost more than they are worth.
      const each = bitcoinFeeOf(sweepSize(2, length) - sweepSize(1, length), rate)
      const utxos = found.map((one) => ({ ...one, amount: BigInt(one.amount) })).filter(({ amount }) => amount > each)
      const [amount, price] = [satoshisOf(utxos), bitcoinFeeOf(sweepSize(utxos.length, length), rate)]
      if (amount - price < BITCOIN_DUST) return undefined
      return { amount, cost: { coin: 'BTC', amount: price }, spends: utxos.map(outpointOf), gas: 0n }
    },
    async sign({ id, index, address: from, amount, spends, to }, rate) {
      const previous: string[] = []
      for (const txid of new Set(spends.map((one) => one.split(':')[0]!))) {
        const raw = await rawTransactionOf(node, txid)
        if (!raw) throw node.wrong(`/tx/${txid}/raw`, 'there is no such transaction')
        previous.push(Buffer.from(withoutWitnesses(raw)).toString('hex'))
      }
      return signer.sweep({
        ...{ id, network: 'bitcoin', asset, index, from, to, previous },
        ...{ amount: String(amount), rate: String(rate), spends: [...spends] },
      })
    },
    faultIn: async (signed, sweep) => {
      const read = readTransfer(Buffer.from(signed.raw, 'hex'))
      return read ? faultIn(read, signed, { sweep, network, outputOf }) : 'it is no transaction'
    },
    mostRate: async () => undefined,
    spentBy: (_from, spends) => spentBy(spends),
  }
}

interface Compared {
  sweep: SweepOf
  network: BitcoinNetwork
  outputOf: ReturnType<typeof createOutputs>
}

/** How a signed transaction differs from a sweep. */
async function faultIn(
  read: ReadTransfer,
  { raw, txid, spends, rate }: SignedTransaction,
  { sweep, network, outputOf }: Compared,
): Promise<string | undefined> {
  if (read.txid !== txid) return `its id is ${read.txid}, not ${txid}`
  if (read.spends.join() !== spends.join()) return `it spends ${read.spends.join(', ')}, not ${spends.join(', ')}`
  const own = scriptOf(network, sweep.address)!
  const spent: TxOutput[] = []
  for (const outpoint of spends) {
    const output = await outputOf(outpoint)
    if (!output || !isSame(output.script, own)) return `${outpoint} is not of ${sweep.address}`
    spent.push(output)
  }
  const amounts = spent.map(({ amount }) => amount)
  if (satoshisOf(spent) !== sweep.amount) return `it takes ${satoshisOf(spent)}, not ${sweep.amount}`
  if (!isSignedBy(Buffer.from(raw, 'hex'), read, { own, amounts })) return `it is not signed by ${sweep.address}`
  const [output, ...more] = read.outputs
  if (!output || more.length > 0 || !isSame(output.script, scriptOf(network, sweep.to)!)) return 'it is another payment'
  const fee = sweep.amount - output.amount
  const most = bitcoinFeeOf(sweepSize(spends.length, output.script.length), BigInt(rate))
  return fee > most ? `it pays the network ${fee}, which is more than its rate says` : undefined
}

/** Whether the key of a script of native SegWit has signed each input. */
function isSignedBy(
  raw: Uint8Array,
  { witnesses, spends }: ReadTransfer,
  { own, amounts }: { own: Uint8Array; amounts: readonly bigint[] },
): boolean {
  // Behind the version and the length.
  const keyHash = own.subarray(2)
  const [first] = witnesses
  const publicKey = first?.[1]
  if (!publicKey || witnesses.length !== spends.length || !isSame(hash160(publicKey), keyHash)) return false
  const digests = segwitDigests(raw, publicKey, amounts)
  return witnesses.every(([signature, key, ...more], n) => {
    if (!signature || !key || more.length > 0 || !isSame(key, publicKey) || signature.at(-1) !== ALL) return false
    return isSegwitSignature(signature.subarray(0, -1), digests[n]!, publicKey)
  })
}
