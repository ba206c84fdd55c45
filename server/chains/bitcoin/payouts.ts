import * as z from 'zod/mini'
import {
  chooseUtxos,
  bitcoinFeeOf,
  mostFee,
  paymentSize,
  RELAY_RATE,
  satoshisOf,
} from '../../signer/protocol/bitcoin-fees.ts'
import {
  digestsOf,
  isSignature,
  readBitcoinPayout,
  readTransfer,
  scriptOf,
  taprootKey,
  type TxOutput,
  type BitcoinPayout,
} from '../../signer/protocol/bitcoin-transaction.ts'
import type { OfferedUtxo, SignedTransaction, Signer } from '../../signer/protocol/protocol.ts'
import { readBalance } from './balances.ts'
import { createOutputs, bitcoinHeightOf, rawTransactionOf, spentIn } from './lookup.ts'
import type { BitcoinNetwork } from '../networks/bitcoin-networks.ts'
import { readHead, type BitcoinNode } from './node.ts'
import { isSame, readUtxos, type Proving } from './utxos.ts'
import type { Chain, PaidOut, PayingChain, SpentIn, Unspent } from '../chain.ts'
import { ChainSettingsError, NodeError } from '../real.ts'

/** Blocks in which a payment should be: as many as a usual deposit takes to be credited. */
const SOON = 3

/** The most that a node can say transactions pay at present (satoshis per vbyte). */
const ESTIMATE_MAX = 10_000

/** A script as long as any that people usually pay to, Taproot's. */
const USUAL_LENGTH = 34

const Estimates = z.record(z.string(), z.number().check(z.nonnegative(), z.maximum(ESTIMATE_MAX)))

/** The wallet that the signer pays from, and what the market knows of its transactions. */
export interface BitcoinWallet {
  network: BitcoinNetwork
  /** A Taproot address. */
  address: string
  signer: Signer
  /** The first transaction in a followed block that has spent any of these. */
  spentBy(wallet: string, spends: readonly string[]): Promise<SpentIn | undefined>
  /** The height of the followed block in which a transaction has spent any of what these spend. */
  spentAt(txid: string): Promise<number | undefined>
  /** The outputs that the stored transactions of withdrawals and sweeps spend. */
  spending(): Promise<ReadonlySet<string>>
}

type Paying = Omit<PayingChain, keyof Chain>

/** The paying methods of Bitcoin. */
export function bitcoinPayouts(node: BitcoinNode, wallet: BitcoinWallet): Paying {
  const { network, address } = wallet
  const own = scriptOf(network, address)!
  const outputOf = createOutputs(node)
  // A followed block is proven, so its height comes first; before that the node's word has to do.
  const paidAt = async (txid: string): Promise<number | null | undefined> =>
    (await wallet.spentAt(txid)) ?? bitcoinHeightOf(node, txid)
  return {
    signer: { ...wallet.signer, about: () => aboutOf(wallet) },
    async usualRate() {
      const path = '/fee-estimates'
      const estimates = (await node.json(path, Estimates)) ?? {}
      const [soon = 0] = Object.entries(estimates)
        .filter(([blocks]) => Number(blocks) >= SOON)
        .toSorted(([a], [b]) => Number(a) - Number(b))
        .map(([, rate]) => rate)
      const rate = BigInt(Math.ceil(soon * 1_000))
      return rate > RELAY_RATE ? rate : RELAY_RATE
    },
    costAt: (rate) => ({ coin: 'BTC', amount: bitcoinFeeOf(paymentSize({ length: USUAL_LENGTH }, 1, 1), rate) }),
    async costOf(txid) {
      const raw = typeof (await paidAt(txid)) === 'number' ? await rawTransactionOf(node, txid) : undefined
      const read = raw && readTransfer(raw)
      if (!read) return undefined
      let spent = 0n
      for (const outpoint of read.spends) spent += (await outputOf(outpoint))?.amount ?? 0n
      return { coin: 'BTC', amount: spent - satoshisOf(read.outputs) }
    },
    async broadcast(raw) {
      try {
        await node.post('/tx', raw)
      } catch (error) {
        if (!(error instanceof NodeError && error.answered)) throw error
        // Nodes differ in their words for a transaction that they have, or that another one has made void.
        for (const outpoint of readTransfer(Buffer.from(raw, 'hex'))!.spends) if (await spentIn(node, outpoint)) return
        throw error
      }
    },
    async spentBy(spends) {
      const spent = await wallet.spentBy(address, spends)
      if (spent) return spent
      // Spent, but in no block that was followed: as if it were in the last one, so that nothing is given back.
      for (const outpoint of spends)
        if ((await spentIn(node, outpoint)) === 'block')
          return { height: (await readHead(node)).height, txid: undefined }
      return undefined
    },
    paidAt,
    // One that is in a block has paid.
    hasFailed: async () => false,
    refuses: (to) => to === address || !scriptOf(network, to),
    faultIn: (signed, paid) => faultIn(signed, paid, { network, own, outputOf }),
    wallet: {
      coins: ['BTC'],
      isOrdered: false,
      holds: () => readBalance(node, address),
      needs: (paid, rate) =>
        new Map([['BTC', paid.amount + bitcoinFeeOf(paymentSize({ length: USUAL_LENGTH }, 1, 2), rate)]]),
      unspent: async () =>
        unspentOf(await readUtxos(node, { address, own, outputOf }, await wallet.spending()), network),
    },
  }
}

/** The wallets and networks of the signer. @throws ChainSettingsError where it pays from another wallet */
async function aboutOf({ signer, network, address }: BitcoinWallet) {
  const about = await signer.about()
  const found = about.wallets?.bitcoin
  if (found !== address)
    throw new ChainSettingsError(`The signer pays from ${found ?? 'no wallet'}, not from BITCOIN_WALLET`)
  const chain = about.chains?.bitcoin?.network
  // The test networks have the same addresses.
  if (chain !== network)
    throw new ChainSettingsError(
      `The signer has the network ${chain} in its settings, not BITCOIN_NETWORK (${network})`,
    )
  return about
}

/** Outputs of which payments take some, as the signer chooses them. */
function unspentOf(utxos: readonly OfferedUtxo[], network: BitcoinNetwork): Unspent {
  let left = utxos.map((one) => ({ ...one, amount: BigInt(one.amount) }))
  return {
    utxos,
    isUsedUp: () => left.length === 0,
    take({ to, amount }, rate) {
      const chosen = chooseUtxos(left, { length: scriptOf(network, to)!.length, amount, rate })
      if (!chosen) return false
      left = left.filter((one) => !chosen.includes(one))
      return true
    },
  }
}

/** How a signed transaction differs from the payment that was asked for; undefined where it is that payment. */
async function faultIn(
  { raw, txid, spends, rate }: SignedTransaction,
  { to, amount }: PaidOut,
  { network, own, outputOf }: Proving & { network: BitcoinNetwork },
): Promise<string | undefined> {
  const bytes = Buffer.from(raw, 'hex')
  const read = readBitcoinPayout(bytes)
  if (!read) return 'it is no transaction of the wallet'
  if (read.txid !== txid) return `its id is ${read.txid}, not ${txid}`
  if (read.spends.join() !== spends.join()) return `it spends ${read.spends.join(', ')}, not ${spends.join(', ')}`
  const spent: TxOutput[] = []
  for (const outpoint of spends) {
    const output = await outputOf(outpoint)
    if (!output || !isSame(output.script, own)) return `${outpoint} is not of BITCOIN_WALLET`
    spent.push(output)
  }
  return faultOf(read, { bytes, spent, own, rate: BigInt(rate), paid: { script: scriptOf(network, to)!, amount } })
}

interface Expected {
  bytes: Uint8Array
  /** The outputs that the transaction spends, in its order. */
  spent: readonly TxOutput[]
  own: Uint8Array
  rate: bigint
  paid: TxOutput
}

function faultOf(read: BitcoinPayout, { bytes, spent, own, rate, paid }: Expected): string | undefined {
  const digests = digestsOf(bytes, spent)
  const isSigned = read.signatures.every((one, n) => isSignature(one, digests[n]!, taprootKey(own)))
  if (!isSigned) return 'it is not signed by BITCOIN_WALLET'
  const others = read.outputs.filter(({ script }) => !isSame(script, own))
  const [first] = others
  if (others.length !== 1 || !isSame(first!.script, paid.script) || first!.amount !== paid.amount)
    return 'it is another payment'
  const fee = satoshisOf(spent) - satoshisOf(read.outputs)
  return fee > mostFee(read.size, rate) ? `it pays the network ${fee}, which is more than its rate says` : undefined
}
