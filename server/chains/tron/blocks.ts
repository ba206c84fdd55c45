import * as z from 'zod/mini'
import { TRANSFERS_MAX, type BlockHead } from '../chain.ts'
import { PREFIX } from '../networks/tron-address.ts'
import { HeaderOnly, TronHash, readHeader, type TronHeader } from './headers.ts'
import { Log, TRANSFER } from './lookup.ts'
import type { TronNode } from './node.ts'

// Blocks with the transfers of a token. A header commits to its transactions, and to nothing of what they did: a node
// is believed for that. What it shows in two answers has to agree, because a provider has many nodes, some of which
// lag.

/** The most blocks that are asked for with one request, and of which the moves are kept. */
const [RANGE, KEPT_MAX] = [8, 150]

const [BLOCKS, RECEIPTS] = ['/wallet/getblockbylimitnext', '/wallet/gettransactioninfobyblocknum']

/** The types of transactions that run contracts. */
const RUNS = ['TriggerSmartContract', 'CreateSmartContract']

const Transaction = z.object({
  txID: TronHash,
  ret: z.optional(z.array(z.object({ contractRet: z.optional(z.string()) }))),
  raw_data: z.object({ contract: z.array(z.object({ type: z.string(), parameter: z.optional(z.unknown()) })) }),
})
type Transaction = z.infer<typeof Transaction>
const WholeBlock = z.extend(HeaderOnly, { transactions: z._default(z.array(Transaction), []) })

const Receipt = z.object({
  id: TronHash,
  blockNumber: z.int(),
  blockTimeStamp: z.int(),
  receipt: z.optional(z.object({ result: z.optional(z.string()) })),
  log: z._default(z.array(Log), []),
})
type Receipt = z.infer<typeof Receipt>

/** An amount (units) of the token that a transaction moves. Addresses are 20 bytes in hexadecimal. */
export interface TokenMove {
  txid: string
  /** Its place among the logs of the transaction. */
  index: number
  from: string
  to: string
  amount: bigint
}

/** A block with the moves of the token in it, and the ids of the wallet's transactions, whatever they did. */
export interface TronBlock extends BlockHead {
  parent: string
  moves: readonly TokenMove[]
  sent: readonly string[]
}

/** The blocks of a node. */
export interface TronBlocks {
  /** The block at a height; undefined beyond the head. Blocks that are asked for together come with one request. */
  at(height: number): Promise<TronBlock | undefined>
  /** A block that was read lately, by its id. */
  recent(hash: string): TronBlock | undefined
}

/** A block as its node shows it, without what its transactions did. */
interface Found {
  header: TronHeader
  transactions: readonly Transaction[]
}

/**
 * The blocks of a node, with the moves of a token and the transactions of a wallet. `token` and `wallet`: the 20 bytes
 * of their addresses in hexadecimal.
 */
export function createBlocks(node: TronNode, token: string, wallet?: string): TronBlocks {
  const kept = new Map<string, TronBlock>()

  function keep(block: TronBlock): TronBlock {
    kept.set(block.hash, block)
    if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value!)
    return block
  }

  async function readRange(from: number, count: number): Promise<readonly TronBlock[]> {
    const found = await askBlocks(node, from, count)
    // Before any of them is read, because that may push others out.
    const known = found.map(({ header }) => kept.get(header.hash))
    const receipts = await Promise.all(found.map((one, at) => (known[at] ? [] : askReceipts(node, one))))
    const blocks: TronBlock[] = []
    // One after another, so that their turns of work do not add up.
    for (const [at, one] of found.entries()) {
      const { height, hash, parent } = one.header
      const read = async () => ({
        ...{ height, hash, parent, sent: wallet === undefined ? [] : sentBy(wallet, one) },
        moves: await movesOf(node, token, one, receipts[at]!),
      })
      blocks.push(keep(known[at] ?? (await read())))
    }
    return blocks
  }

  const readAt = together(readRange)
  return { at: readAt, recent: (hash) => kept.get(hash) }
}

/** Reads one item at a time, of which those that are asked for together and follow each other are read together. */
function together<T>(read: (from: number, count: number) => Promise<readonly T[]>) {
  let open: { from: number; count: number; items: Promise<readonly T[]> } | undefined
  return async (at: number): Promise<T | undefined> => {
    if (open && at === open.from + open.count && open.count < RANGE) open.count++
    else {
      const range = { from: at, count: 1, items: Promise.resolve<readonly T[]>([]) }
      range.items = Promise.resolve().then(() => {
        if (open === range) open = undefined
        return read(range.from, range.count)
      })
      open = range
    }
    const { from, items } = open
    return (await items)[at - from]
  }
}

/** The blocks from a height on, as far as the node has them. */
async function askBlocks(node: TronNode, from: number, count: number): Promise<Found[]> {
  const found: Found[] = []
  const list = await node.list(BLOCKS, { startNum: from, endNum: from + count }, WholeBlock, 'block')
  for await (const block of list) {
    const header = readHeader(node, BLOCKS, block)
    const { transactions } = block
    if (header.height !== from + found.length || found.length === count)
      throw node.wrong(BLOCKS, `block ${header.height} was not asked for`)
    if (header.isEmpty !== (transactions.length === 0))
      throw node.wrong(BLOCKS, `block ${header.height} is shown without its transactions`)
    // The first ones of a network have no receipts.
    found.push({ header, transactions: header.height === 0 ? [] : transactions })
  }
  return found
}

/** The ids of a wallet's transactions in a block. */
const sentBy = (wallet: string, { transactions }: Found): string[] =>
  transactions
    .filter(({ raw_data: { contract } }) => contract.some((one) => ownerIn(one.parameter) === `${PREFIX}${wallet}`))
    .map(({ txID }) => txID)

/** Whose a transaction is, by the parameter of its contract. */
const ownerIn = (parameter: unknown): unknown =>
  (parameter as { value?: { owner_address?: unknown } } | null | undefined)?.value?.owner_address

/** The receipts of a block's transactions. */
const askReceipts = async (node: TronNode, { header: { height }, transactions }: Found) =>
  transactions.length === 0 ? [] : node.list(RECEIPTS, { num: height }, Receipt)

/**
 * The moves of a token in a block, by the receipts of its transactions.
 *
 * @throws NodeError where the receipts are not those of the block's transactions, or say something else
 */
async function movesOf(
  node: TronNode,
  token: string,
  { header: { height, timestamp }, transactions }: Found,
  receipts: AsyncIterable<Receipt> | readonly Receipt[],
): Promise<TokenMove[]> {
  const left = new Map(transactions.map((one) => [one.txID, one]))
  const moves: TokenMove[] = []
  for await (const receipt of receipts) {
    const { id, blockNumber, blockTimeStamp } = receipt
    const transaction = left.get(id)
    if (!transaction || blockNumber !== height || blockTimeStamp !== timestamp)
      throw node.wrong(RECEIPTS, `the receipt of ${id} is not of block ${height}`)
    left.delete(id)
    moves.push(...movesIn(node, token, receipt, transaction))
  }
  if (left.size > 0) throw node.wrong(RECEIPTS, `block ${height} has ${left.size} transactions without a receipt`)
  return moves
}

/** The moves of a token in a transaction, where it succeeded. */
function movesIn(
  node: TronNode,
  token: string,
  { id, receipt, log }: Receipt,
  { ret, raw_data: { contract } }: Transaction,
): TokenMove[] {
  const moves = log.flatMap(({ address, topics = [], data = '' }, index): TokenMove[] => {
    // One further back would have the number of another version of an earlier one (deposits/follow.ts).
    if (address !== token || topics[0] !== TRANSFER || index >= TRANSFERS_MAX) return []
    const [, from, to] = topics.map((topic) => topic.slice(-40))
    const isWhole = topics.length === 3 && [...topics, data].every((word) => /^[0-9a-f]{64}$/.test(word))
    if (!isWhole) throw node.wrong(RECEIPTS, `a transfer of the token in ${id} has another form`)
    return [{ txid: id, index, from: from!, to: to!, amount: BigInt(`0x${data}`) }]
  })
  if (moves.length === 0) return []
  const isDone = receipt?.result === 'SUCCESS'
  if (isDone !== (ret?.[0]?.contractRet === 'SUCCESS') || !RUNS.includes(contract[0]?.type ?? ''))
    throw node.wrong(RECEIPTS, `the receipt of ${id} contradicts the transaction`)
  return isDone ? moves : []
}
