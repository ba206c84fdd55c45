import {
  BlockNotFoundError,
  decodeFunctionData,
  getAddress,
  hexToBytes,
  isAddressEqual,
  keccak256,
  type Address,
  type GetBlockReturnType,
  type Hex,
  type Client,
} from 'viem'
import { getBlock, getLogs, getTransactionReceipt } from 'viem/actions'
import { GAS_MARK, TOKEN } from '../../signer/protocol/evm-transaction.ts'
import type { Block, Transfer } from '../chain.ts'

/** Transfers of ether that contracts make are in no block; only traces show them, which most nodes do not offer. */
const ETHER_INDEX = 0

/** A node, the contract of USDT, the paying wallet, and which of some addresses are the market's. */
export interface EvmReading {
  node: Client
  usdt: Address
  /** The wallet from which the signer pays. */
  wallet: Address | undefined
  ours(addresses: readonly string[]): Promise<ReadonlySet<string>>
  /** The deposit addresses with stored transactions that take their coins. */
  swept(): Promise<ReadonlySet<string>>
}

/** Receipts that are read at a time. */
const AT_ONCE = 20

type Full = GetBlockReturnType<undefined, true>

/** A block that a node is asked for; undefined where it has none. */
export async function unlessAbsent<T>(block: Promise<T>): Promise<T | undefined> {
  try {
    return await block
  } catch (error) {
    if (error instanceof BlockNotFoundError) return undefined
    throw error
  }
}

/** A transaction's id as it is stored, without 0x. */
export const evmTxid = (hash: Hex): string => hash.slice(2).toLowerCase()

/**
 * The block at a height with its transfers; undefined beyond the head.
 *
 * @throws Error where the node shows a part of it, or parts of two
 */
export async function readEvmBlock(reading: EvmReading, height: number): Promise<Block | undefined> {
  const block = await unlessAbsent(getBlock(reading.node, { blockNumber: BigInt(height), includeTransactions: true }))
  if (!block) return undefined
  const { hash, parentHash } = block
  const transfers = [...(await tokensIn(reading, block, hash)), ...(await etherIn(reading, block, hash))]
  const swept = await reading.swept()
  const spent = block.transactions
    .filter(({ from }) => isWallet(reading, from) || (swept.size > 0 && swept.has(getAddress(from))))
    .map(({ from, nonce, hash: of }) => ({ wallet: getAddress(from), spends: [String(nonce)], txid: evmTxid(of) }))
  return { height, hash, parent: parentHash, transfers, spent }
}

const isWallet = ({ wallet }: Pick<EvmReading, 'wallet'>, from: Address): boolean =>
  wallet !== undefined && isAddressEqual(from, wallet)

/** Whether ether is gas that the paying wallet sends to a deposit address, which is the market's and no deposit. */
const isGas = (reading: Pick<EvmReading, 'wallet'>, { from, input }: { from: Address; input: Hex }): boolean =>
  input === GAS_MARK && isWallet(reading, from)

/** The transfers that wait for a block, as far as the node shows them: not from within contracts. */
export async function readPending(reading: EvmReading): Promise<readonly Transfer[]> {
  const { node, usdt, ours } = reading
  const block = await unlessAbsent(getBlock(node, { blockTag: 'pending', includeTransactions: true }))
  const moves = (block?.transactions ?? []).flatMap(({ hash, from, to, value, input }): Transfer[] => {
    if (to === null || isGas(reading, { from, input })) return []
    const txid = evmTxid(hash)
    if (value > 0n) return [{ txid, index: ETHER_INDEX, to: getAddress(to), coin: 'ETH', amount: value }]
    if (getAddress(to) !== usdt) return []
    const call = readCall(input)
    return call ? [{ txid, index: ETHER_INDEX + 1, coin: 'USDT', ...call }] : []
  })
  const known = await ours(moves.map(({ to }) => to))
  return moves.filter(({ to }) => known.has(to))
}

/** The recipient and the amount of a call that moves tokens. */
function readCall(data: Hex): { to: string; amount: bigint } | undefined {
  try {
    const { functionName, args } = decodeFunctionData({ abi: TOKEN, data })
    if (functionName === 'transfer') return { to: args[0], amount: args[1] }
    return functionName === 'transferFrom' ? { to: args[1], amount: args[2] } : undefined
  } catch {
    // A call of something else.
    return undefined
  }
}

/** The transfers of the token, which it logs only where they succeed. */
async function tokensIn({ node, usdt }: EvmReading, block: Full, blockHash: Hex): Promise<Transfer[]> {
  const logs = await getLogs(node, { blockHash, address: usdt, event: TOKEN[0], strict: true })
  // Some nodes answer nothing where they do not have the block yet.
  if (logs.length === 0 && mayHold(block.logsBloom, usdt)) await proveEmpty(node, block, { usdt, blockHash })
  const counts = new Map<Hex, number>()
  const ordered = logs.toSorted((a, b) => a.logIndex - b.logIndex)
  return ordered.map(({ address, transactionHash, blockHash: of, args: { to, value } }) => {
    if (of !== blockHash || getAddress(address) !== usdt)
      throw new Error(`The node answered a log that was not asked for, in block ${blockHash}`)
    const index = (counts.get(transactionHash) ?? ETHER_INDEX) + 1
    counts.set(transactionHash, index)
    return { txid: evmTxid(transactionHash), index, to, coin: 'USDT', amount: value }
  })
}

/** Whether a block can hold a log of a contract, by the bloom filter of its header (Yellow Paper, 4.3.1). */
function mayHold(bloom: Hex | null, contract: Address): boolean {
  if (bloom === null) return true
  const filter = hexToBytes(bloom)
  const hash = hexToBytes(keccak256(contract))
  return [0, 2, 4].every((at) => {
    const bit = ((hash[at]! << 8) | hash[at + 1]!) & 2047
    return (filter[255 - (bit >> 3)]! & (1 << (bit & 7))) !== 0
  })
}

/** @throws Error where a block holds a log of the token after all */
async function proveEmpty(
  node: Client,
  { transactions }: Full,
  { usdt, blockHash }: { usdt: Address; blockHash: Hex },
): Promise<void> {
  for (let at = 0; at < transactions.length; at += AT_ONCE) {
    const some = transactions.slice(at, at + AT_ONCE)
    const receipts = await Promise.all(some.map(({ hash }) => getTransactionReceipt(node, { hash })))
    if (receipts.some(({ logs }) => logs.some(({ address }) => getAddress(address) === usdt)))
      throw new Error(`The node did not show all logs of block ${blockHash}`)
  }
}

/** The ether that transactions send to the market's addresses, where they succeed. */
async function etherIn(reading: EvmReading, { transactions }: Full, blockHash: Hex): Promise<Transfer[]> {
  const { node, ours } = reading
  const sent = transactions.flatMap(({ hash, from, to, value, input }) =>
    to !== null && value > 0n && !isGas(reading, { from, input }) ? [{ hash, to: getAddress(to), value }] : [],
  )
  const known = await ours(sent.map(({ to }) => to))
  const transfers: Transfer[] = []
  for (const { hash, to, value } of sent.filter((one) => known.has(one.to))) {
    const receipt = await getTransactionReceipt(node, { hash })
    if (receipt.blockHash !== blockHash) throw new Error(`Transaction ${hash} is not in block ${blockHash} any more`)
    if (receipt.status !== 'success') continue
    transfers.push({ txid: evmTxid(hash), index: ETHER_INDEX, to, coin: 'ETH', amount: value })
  }
  return transfers
}
