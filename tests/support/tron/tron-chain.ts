import { createHash } from 'node:crypto'
import { message } from './protobuf.ts'

// A Tron network in memory. It was written after the public description of java-tron's API
// (tronprotocol/documentation-en) and of its messages (Tron.proto), and is no recording: no real node was asked. Ids
// are made of headers and transactions as the network makes them. Signatures, and the root of the tree of transactions,
// are any bytes, because the market reads neither.

/** The hash of `Transfer(address,address,uint256)`. */
export const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** The 20 bytes of addresses, in hexadecimal: of USDT, another token, a contract that pays, and somebody with USDT. */
export const [USDT, OTHER_TOKEN, ROUTER, BANK] = ['a1', 'b2', 'c3', 'd4'].map((byte) => byte.repeat(20)) as [
  string,
  string,
  string,
  string,
]

/** What the bank has at the beginning. */
const SUPPLY = 10n ** 18n

/** Blocks after which one cannot be replaced any more. */
const SOLID = 19

/** What a contract logs: an amount of a token from one address to another, each 20 bytes in hexadecimal. */
export interface Moved {
  to: string
  amount: bigint
  from?: string
  token?: string
}

/** How a transaction of a test differs from a transfer that succeeds. */
export interface Sending {
  /** The contract that is called. */
  contract?: string
  type?: 'TriggerSmartContract' | 'CreateSmartContract' | 'TransferContract'
  result?: 'SUCCESS' | 'REVERT' | 'OUT_OF_ENERGY'
}

export interface TronTransaction extends Required<Sending> {
  txid: string
  raw: Buffer
  moves: readonly Moved[]
}

export interface ChainBlock {
  height: number
  id: string
  parent: string
  header: { timestamp: number; txTrieRoot: string; witness_address: string; version: number }
  transactions: readonly TronTransaction[]
}

const sha256 = (...parts: readonly (string | Buffer)[]): Buffer => {
  const all = createHash('sha256')
  for (const part of parts) all.update(part)
  return all.digest()
}

const EMPTY = '0'.repeat(64)

/** A transaction as its network names it: by the hash of its bytes. `seed` tells it apart from others. */
function makeTransaction(
  moves: readonly Moved[],
  seed: number,
  { contract = USDT, type = 'TriggerSmartContract', result = 'SUCCESS' }: Sending = {},
): TronTransaction {
  const call = message([1, Buffer.from(`41${BANK}`, 'hex')], [2, Buffer.from(`41${contract}`, 'hex')])
  const parameter = message([1, Buffer.from(`type.googleapis.com/protocol.${type}`)], [2, call])
  const number = { TransferContract: 1, CreateSmartContract: 30, TriggerSmartContract: 31 }[type]
  const raw = message([11, message([1, number], [2, parameter])], [14, 1_700_000_000_000 + seed])
  return { txid: sha256(raw).toString('hex'), raw, moves, contract, type, result }
}

/** A block after another one. `seed` tells it apart from others of its height. */
export function makeBlock(
  before: ChainBlock | undefined,
  transactions: readonly TronTransaction[],
  seed: number,
): ChainBlock {
  const height = before ? before.height + 1 : 0
  const parent = before?.id ?? sha256('nothing').toString('hex')
  const header = {
    timestamp: height === 0 ? 0 : 1_700_000_000_000 + height * 3_000 + (seed % 3),
    txTrieRoot: transactions.length === 0 ? EMPTY : sha256(...transactions.map(({ txid }) => txid)).toString('hex'),
    witness_address: `41${sha256(`witness ${seed}`).toString('hex', 0, 20)}`,
    version: height === 0 ? 0 : 34,
  }
  const raw = message(
    [1, header.timestamp],
    [2, Buffer.from(header.txTrieRoot, 'hex')],
    [3, Buffer.from(parent, 'hex')],
    [7, height],
    [9, Buffer.from(header.witness_address, 'hex')],
    [10, header.version],
  )
  const id = `${height.toString(16).padStart(16, '0')}${sha256(raw).toString('hex', 8)}`
  return { height, id, parent, header, transactions }
}

/** What a block's transactions log, where they succeed. */
const movesOf = ({ transactions }: ChainBlock): Required<Moved>[] =>
  transactions
    .filter(({ result }) => result === 'SUCCESS')
    .flatMap(({ moves }) => moves.map((move) => ({ from: BANK, token: USDT, ...move })))

/** A chain in memory. */
export function createTronChain() {
  let seed = 0
  // Its first transaction gives coins to somebody, and has no receipt.
  const blocks: ChainBlock[] = [makeBlock(undefined, [makeTransaction([], ++seed, { type: 'TransferContract' })], 0)]
  const mempool = new Map<string, TronTransaction>()

  const chain = {
    blocks,
    mempool,
    tip: (): ChainBlock => blocks.at(-1)!,
    blockOf: (txid: string) => blocks.find(({ transactions }) => transactions.some((one) => one.txid === txid)),
    /** Sends a transaction that logs these moves, without making a block; returns its id. */
    send(moves: readonly Moved[], sending?: Sending): string {
      const sent = makeTransaction(moves, ++seed, sending)
      mempool.set(sent.txid, sent)
      return sent.txid
    },
    /** Makes blocks of what waits, without the transactions of `held`. */
    mine(count = 1, held: readonly string[] = []): void {
      for (let n = 0; n < count; n++) {
        const taken = [...mempool.values()].filter(({ txid }) => !held.includes(txid))
        for (const { txid } of taken) mempool.delete(txid)
        blocks.push(makeBlock(chain.tip(), taken, ++seed))
      }
    },
    /**
     * Replaces the last blocks by one more. Their transactions wait again, without those of `lost`, and are in the last
     * new block, without those of `held`. Those of `other` log something else there.
     */
    reorganise(
      depth: number,
      { lost = [], held = [], other = {} }: { lost?: string[]; held?: string[]; other?: Record<string, Moved[]> } = {},
    ): void {
      for (const { transactions } of blocks.splice(blocks.length - depth))
        for (const one of transactions)
          if (!lost.includes(one.txid)) mempool.set(one.txid, { ...one, moves: other[one.txid] ?? one.moves })
      chain.mine(depth, [...mempool.keys()])
      chain.mine(1, held)
    },
    /** The last block that cannot be replaced any more, of the blocks that a node shows. */
    solidOf: (shown: readonly ChainBlock[]): ChainBlock => shown[Math.max(0, shown.length - 1 - SOLID)]!,
    /** The units of a token at an address as of a block. */
    balanceAt: (height: number, token: string, address: string): bigint =>
      blocks
        .slice(0, height + 1)
        .flatMap(movesOf)
        .filter((move) => move.token === token)
        .reduce(
          (sum, { from, to, amount }) => sum + (to === address ? amount : 0n) - (from === address ? amount : 0n),
          address === BANK && token === USDT ? SUPPLY : 0n,
        ),
  }
  chain.mine(40)
  return chain
}

export type TronChain = ReturnType<typeof createTronChain>
