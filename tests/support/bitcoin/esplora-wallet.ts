import { outputsOf, spenders } from './pool.ts'
import { known, type NodeTransaction } from './read-transaction.ts'
import type { RawBlock } from './raw-block.ts'
import { addressOf, type RegtestChain } from './regtest-chain.ts'

// The part of Esplora's API that a paying wallet needs (Blockstream/esplora, API.md).

/** Transactions on a page of an address, as Esplora shows them. */
const PAGE = 25

/** A chain as its node shows it: some blocks, and the mempool. */
interface Shown {
  chain: RegtestChain
  blocks: readonly RawBlock[]
}

/** A transaction with the height of its block; undefined while it waits. */
type Placed = NodeTransaction & { height: number | undefined }

const chainedIn = ({ blocks }: Shown): Placed[] =>
  blocks.flatMap(({ height, transactions }) => transactions.map((one) => ({ ...known(one), height })))
const waitingIn = ({ chain }: Shown): Placed[] =>
  [...chain.mempool.values()].map((one) => ({ ...known(one), height: undefined }))

const statusOf = (height: number | undefined) =>
  height === undefined ? { confirmed: false } : { confirmed: true, block_height: height }

/** The unspent outputs of an address, in blocks and waiting, without those that a waiting transaction spends. */
export function utxosOf(shown: Shown, address: string) {
  const [chained, waiting] = [chainedIn(shown), waitingIn(shown)]
  const spent = spenders([...chained, ...waiting])
  return [...chained, ...waiting].flatMap((one) =>
    one.outputs.flatMap(({ script, amount }, vout) =>
      addressOf(script) !== address || spent.has(`${one.id}:${vout}`)
        ? []
        : [{ txid: one.id, vout, value: Number(amount), status: statusOf(one.height) }],
    ),
  )
}

/** How an output is spent. */
export function outspendOf(shown: Shown, outpoint: string) {
  const [chained, waiting] = [chainedIn(shown), waitingIn(shown)]
  const spender = spenders([...waiting, ...chained]).get(outpoint)
  if (!spender) return { spent: false }
  const height = chained.find(({ id }) => id === spender.id)?.height
  const vin = spender.inputs.findIndex((one) => one.outpoint === outpoint)
  return { spent: true, txid: spender.id, vin, status: statusOf(height) }
}

/** The transactions of an address: those that wait, or a page of those in blocks after one, the newest first. */
export function transactionsOf(shown: Shown, address: string, part: 'mempool' | 'chain', after = '') {
  const [chained, waiting] = [chainedIn(shown), waitingIn(shown)]
  const outputs = outputsOf([...chained, ...waiting])
  const addressAt = (outpoint: string): string | undefined => {
    const output = outputs.get(outpoint)
    return output && addressOf(output.script)
  }
  const all = (part === 'mempool' ? waiting : chained.toReversed()).filter(
    ({ inputs, outputs: made }) =>
      made.some(({ script }) => addressOf(script) === address) ||
      inputs.some(({ outpoint }) => addressAt(outpoint) === address),
  )
  const from = after === '' ? 0 : all.findIndex(({ id }) => id === after) + 1
  return all.slice(from, part === 'mempool' ? undefined : from + PAGE).map((one) => ({
    txid: one.id,
    vin: one.inputs.map(({ outpoint }) => {
      const from = addressAt(outpoint)
      return { prevout: outputs.has(outpoint) ? { ...(from !== undefined && { scriptpubkey_address: from }) } : null }
    }),
    vout: one.outputs.map(({ script, amount }) => {
      const to = addressOf(script)
      return { ...(to !== undefined && { scriptpubkey_address: to }), value: Number(amount) }
    }),
    status: statusOf(one.height),
  }))
}
