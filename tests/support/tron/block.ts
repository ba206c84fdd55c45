import { createHash } from 'node:crypto'
import { message } from './protobuf.ts'

// A Tron network in memory. It was written after the public description of java-tron's API
// (tronprotocol/documentation-en), of its messages (Tron.proto) and its sources, and is no recording: no real node was
// asked. Ids are made of headers and transactions as the network makes them. What a test sends is run as it says, with
// any bytes for a signature; what a node is sent is decoded, verified and run (calls.ts). The root of the tree of
// transactions is any bytes, because the market does not read it.

/** The hash of `Transfer(address,address,uint256)`. */
export const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** The 20 bytes of addresses, in hexadecimal: of USDT, another token, a contract that pays, and somebody with USDT. */
export const [USDT, OTHER_TOKEN, ROUTER, BANK] = ['a1', 'b2', 'c3', 'd4'].map((byte) => byte.repeat(20)) as [
  string,
  string,
  string,
  string,
]

/** The bank's USDT at the beginning (units). */
const SUPPLY = 10n ** 18n

/** A transfer that a contract logs: an amount of a token from one address to another, each 20 bytes in hexadecimal. */
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

/** A signed call of `transfer(address,uint256)`, as its bytes say. Addresses are 20 bytes in hexadecimal. */
export interface TronCall {
  owner: string
  contract: string
  to: string
  amount: bigint
  feeLimit: bigint
  expiration: number
  /** The end of a block's height, and 8 bytes of its id, in hexadecimal. */
  reference: string
}

export interface TronTransaction extends Required<Sending> {
  txid: string
  raw: Buffer
  moves: readonly Moved[]
  /** The signed call, and its fee in its block (sun). */
  call?: TronCall
  fee?: bigint
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
export function makeTransaction(
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

/** When a chain begins, where a test names no other time (Unix ms). */
export const BEGIN = 1_700_000_000_000

/** A block after another one. `seed` tells it apart from others of its height; `at` is its time (Unix ms). */
export function makeBlock(
  before: ChainBlock | undefined,
  transactions: readonly TronTransaction[],
  seed: number,
  at = Math.max(BEGIN, before?.header.timestamp ?? 0) + 3_000 + (seed % 3),
): ChainBlock {
  const height = before ? before.height + 1 : 0
  const parent = before?.id ?? sha256('nothing').toString('hex')
  const header = {
    timestamp: height === 0 ? 0 : at,
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

/** The transfers that successful transactions log. */
const movesOf = (transactions: readonly TronTransaction[]): Required<Moved>[] =>
  transactions
    .filter(({ result }) => result === 'SUCCESS')
    .flatMap(({ moves }) => moves.map((move) => ({ from: BANK, token: USDT, ...move })))

/** The units of a token at an address after some transactions. */
export const balanceAfter = (transactions: readonly TronTransaction[], token: string, address: string): bigint =>
  movesOf(transactions)
    .filter((move) => move.token === token)
    .reduce(
      (sum, { from, to, amount }) => sum + (to === address ? amount : 0n) - (from === address ? amount : 0n),
      address === BANK && token === USDT ? SUPPLY : 0n,
    )
