import { Address, OutScript, p2wpkh, Transaction } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { accept, inBlocks, inOrder, outputsOf, rateOf, spenders } from './pool.ts'
import { genesis, makeBlock, rawOf, REGTEST, subsidyAt, type RawBlock, type RawTransaction } from './raw-block.ts'
import { known, readTransaction } from './read-transaction.ts'

/** A transaction with the new coins that it spends, where the wallet of the chain has made it. */
interface Sent extends RawTransaction {
  spends?: Coin
}

interface Coin {
  txid: string
  amount: bigint
}

/** Addresses and satoshis, in the order of the outputs; `data` is an output that nobody can spend. */
export type Payments = readonly (readonly [to: string, sats: bigint])[]

const PRIVATE = new Uint8Array(32).fill(7)
const KEY = pubECDSA(PRIVATE)
const WALLET = p2wpkh(KEY, REGTEST)

/** The address of the wallet to which every block pays. */
export const WALLET_ADDRESS = WALLET.address!

/** Blocks until new coins can be spent. */
const MATURE = 100

/** The wallet to which every block pays. It signs, and nobody checks what it signs. */
function createWallet(blocks: readonly RawBlock[]) {
  const spent = new Set<string>()
  return {
    /** New coins that can be spent. */
    takeCoin(): Coin {
      const mature = blocks.slice(1, Math.max(1, blocks.length - MATURE))
      const block = mature.find(({ transactions }) => !spent.has(transactions[0]!.id))
      if (!block) throw new Error('The wallet of the chain has no coins left')
      const txid = block.transactions[0]!.id
      spent.add(txid)
      return { txid, amount: subsidyAt(block.height) }
    },
    sign(spends: Coin, payments: Payments, fee: bigint): Sent {
      const transaction = new Transaction({ allowUnknownOutputs: true })
      const witnessUtxo = { script: WALLET.script, amount: spends.amount }
      transaction.addInput({ txid: spends.txid, index: 0, witnessUtxo, sequence: 0xfffffffd })
      for (const [to, amount] of payments)
        if (to === 'data') transaction.addOutput({ script: Buffer.from('6a0474657374', 'hex'), amount })
        else transaction.addOutputAddress(to, amount, REGTEST)
      const paid = payments.reduce((sum, [, sats]) => sum + sats, 0n)
      transaction.addOutputAddress(WALLET.address!, spends.amount - paid - fee, REGTEST)
      transaction.sign(PRIVATE)
      transaction.finalize()
      return { ...rawOf(transaction), spends }
    },
  }
}

/** A chain in memory, whose blocks pay to one wallet. */
export function createChain() {
  const blocks: RawBlock[] = [genesis()]
  const { takeCoin, sign } = createWallet(blocks)
  const mempool = new Map<string, Sent>()
  const every = new Map<string, Sent>()
  let [seed, leastRate] = [0, 0n]

  const tip = (): RawBlock => blocks.at(-1)!

  function add(sent: Sent): string {
    mempool.set(sent.id, sent)
    every.set(sent.id, sent)
    return sent.id
  }

  /** Makes a block of what waits, without the transactions of `held`. */
  function mineOne(held: ReadonlySet<string>, to: { key?: Uint8Array; script?: Uint8Array } = {}): void {
    const made = outputsOf([...[...every.values()].map(known), ...inBlocks(blocks)])
    const ready = [...mempool.values()].filter((one) => !held.has(one.id) && rateOf(known(one), made) >= leastRate)
    const taken = inOrder(blocks, ready)
    for (const { id } of taken) mempool.delete(id)
    blocks.push(makeBlock(tip(), taken, { key: KEY, ...to, seed: ++seed }))
  }

  const chain = {
    blocks,
    mempool,
    tip,
    /** Makes a block whose new coins go to another key, or to a script. */
    mineTo: (to: { key: Uint8Array } | { script: Uint8Array }): void => mineOne(new Set(), to),
    /** Whether no transaction in a block spends an output. */
    isUnspent: (outpoint: string): boolean => !spenders(inBlocks(blocks)).has(outpoint),
    blockOf: (id: string) => blocks.find(({ transactions }) => transactions.some((one) => one.id === id)),
    /** Makes blocks of what waits, without the transactions of `held`. */
    mine(count = 1, held: readonly string[] = []): void {
      for (let n = 0; n < count; n++) mineOne(new Set(held))
    },
    /** Sends coins, without making a block; returns the transaction's id. */
    send: (payments: Payments): string => add(sign(takeCoin(), payments, 1_000n)),
    /** Replaces a waiting transaction by one that spends the same coins at a higher price. */
    replace(id: string, payments: Payments): string {
      const { spends } = mempool.get(id)!
      mempool.delete(id)
      return add(sign(spends!, payments, 5_000n))
    },
    /** Takes a transaction as a node does; returns its id. @throws RefusedByNode */
    take(raw: Uint8Array): string {
      const { taken, replaced } = accept({ blocks, mempool }, raw)
      for (const one of replaced) mempool.delete(one)
      return add({ id: taken.id, raw })
    },
    /** Takes a transaction as a miner may, in place of any that spend the same; returns its id. */
    force(raw: Uint8Array): string {
      const { id, inputs } = readTransaction(raw)
      const waiting = spenders([...mempool.values()].map(known))
      for (const { outpoint } of inputs) mempool.delete(waiting.get(outpoint)?.id ?? '')
      return add({ id, raw })
    },
    /** Sets what a transaction must pay at least to get into a block (satoshis per 1,000 vbytes). */
    setLeastRate: (rate: bigint) => void (leastRate = rate),
    /** Forgets a waiting transaction. */
    drop: (id: string): boolean => mempool.delete(id),
    /**
     * Replaces the last blocks by one more. Their transactions wait again, without those of `lost`, and are in the
     * last new block, without those of `held`.
     */
    reorganise(depth: number, { lost = [], held = [] }: { lost?: string[]; held?: string[] } = {}): void {
      for (const { transactions } of blocks.splice(blocks.length - depth))
        for (const { id } of transactions.slice(1)) if (!lost.includes(id)) add(every.get(id)!)
      // A transaction whose inputs are gone does not wait.
      const there = new Set(inOrder(blocks, [...mempool.values()]))
      for (const one of mempool.values()) if (!there.has(one)) mempool.delete(one.id)
      const waiting = [...mempool.keys()]
      for (let n = 0; n < depth; n++) mineOne(new Set(waiting))
      mineOne(new Set(held))
    },
  }
  chain.mine(MATURE + 60)
  return chain
}

const addresses = new Map<string, string | undefined>()

/** The address of a script, remembered; undefined where it has none. */
export function addressOf(script: Uint8Array): string | undefined {
  const key = Buffer.from(script).toString('latin1')
  if (!addresses.has(key)) addresses.set(key, readAddress(script))
  return addresses.get(key)
}

function readAddress(script: Uint8Array): string | undefined {
  try {
    return Address(REGTEST).encode(OutScript.decode(script))
  } catch {
    // A script without an address, such as data.
    return undefined
  }
}

export type RegtestChain = ReturnType<typeof createChain>
