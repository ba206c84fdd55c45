import * as z from 'zod/mini'
import { readAccountKey } from './account-key.ts'
import { createTurns } from './bitcoin-blocks.ts'
import type { Chain, Transfer } from './chain.ts'
import { ChainSettingsError, NodeError, untilItSucceeds, type RealChain, type TronSettings } from './real.ts'
import { addressOf, bytesOf, tronAddressAt } from './tron-address.ts'
import { readBalances, type TronReading } from './tron-balances.ts'
import { createBlocks, type TronBlock } from './tron-blocks.ts'
import { askHeader, askLast, Id } from './tron-headers.ts'
import { isTestTron, tronId, type TronNetwork } from './tron-networks.ts'
import { tronNode, type TronApi, type TronNode } from './tron-node.ts'
import { checkToken } from './tron-token.ts'

const KEY = 'TRON_XPUB'

/** Seconds between two blocks. */
const BLOCK_SECONDS = 3

/** The most transactions of which one round asks whether they wait. */
const WAITING_MAX = 50

const Receipt = z.object({ blockNumber: z.optional(z.int().check(z.nonnegative())) })
const Waiting = z.object({ txID: z.optional(Id) })

/** The market's data that the chain needs. */
export interface TronStore {
  /** The stored transfers that wait for a block, or whose block above `replaced` was just replaced. */
  waiting(replaced: number): Promise<readonly Transfer[]>
}

/**
 * Tron by the HTTP API of a node. It is read only: the market does not pay on it.
 *
 * @throws ChainSettingsError
 */
export function tronChain(
  { api, solidity, network, xpub, usdt, reserves = [] }: TronSettings,
  store: TronStore,
  pauses?: readonly number[],
): RealChain {
  const key = readAccountKey(xpub)
  if (!key) throw new ChainSettingsError(`${KEY} is not an extended public key`)
  const node = tronNode(api, solidity, { pauses })
  const token = bytesOf(usdt)
  const reading: TronReading = { node, token, blocks: createBlocks(node, token) }
  // A node that was away at the start is compared before its first answer counts.
  const check = untilItSucceeds(async () => {
    await checkGenesis(node, network)
    await checkToken(node, token)
  })
  const chain: Chain = {
    id: tronId(network),
    network: 'tron',
    test: isTestTron(network),
    simulated: false,
    blockSeconds: BLOCK_SECONDS,
    addressAt: (index) => tronAddressAt(key, index),
    async head() {
      await check()
      const { height, hash } = await askLast(node, 'wallet')
      return { height, hash }
    },
    hashAt: async (height) => (await askHeader(node, 'wallet', height))?.hash,
    async block(height) {
      const block = await reading.blocks.at(height)
      if (!block) return undefined
      const { hash, parent } = block
      return { height, hash, parent, transfers: await transfersIn(block) }
    },
    pending: async (replaced) => stillWaiting(node, await store.waiting(replaced)),
    heightOf: (txid) => heightOf(node, txid),
    own: reserves,
    holds: (_coin, addresses, block) => readBalances(reading, addresses, block),
  }
  return { chain, paying: undefined, check, keySetting: KEY }
}

/** The moves of a block with the addresses that people see. */
async function transfersIn({ moves }: TronBlock): Promise<Transfer[]> {
  const turn = createTurns()
  const transfers: Transfer[] = []
  for (const { txid, index, to, amount } of moves) {
    await turn()
    transfers.push({ txid, index, to: addressOf(to), coin: 'USDT', amount })
  }
  return transfers
}

/** @throws ChainSettingsError where the node is on another network, NodeError where it does not answer */
async function checkGenesis(node: TronNode, { name, genesis }: TronNetwork): Promise<void> {
  const settings: Record<TronApi, string> = { wallet: 'TRON_API', walletsolidity: 'TRON_SOLIDITY_API' }
  for (const api of ['wallet', 'walletsolidity'] as const) {
    const first = await askHeader(node, api, 0)
    if (first?.hash !== genesis)
      throw new ChainSettingsError(
        `The node of ${settings[api]} is not on the network ${name}: its first block is ${first?.hash ?? 'missing'}`,
      )
  }
}

/**
 * Those of some transfers whose transactions wait for a block. After a reorganisation most of them do, for some
 * seconds. What waits for its first block is not looked for: a node lists that by ids alone, and the block comes within
 * three seconds.
 */
async function stillWaiting(node: TronNode, transfers: readonly Transfer[]): Promise<readonly Transfer[]> {
  const gone = new Set<string>()
  for (const txid of [...new Set(transfers.map((one) => one.txid))].slice(0, WAITING_MAX))
    if (!(await doesWait(node, txid))) gone.add(txid)
  return transfers.filter(({ txid }) => !gone.has(txid))
}

/** Whether a transaction waits for a block; where a node does not answer that, nothing changes. */
async function doesWait(node: TronNode, txid: string): Promise<boolean> {
  try {
    return (await node.ask('/wallet/gettransactionfrompending', { value: txid }, Waiting)).txID === txid
  } catch (error) {
    if (error instanceof NodeError && error.answered) return true
    throw error
  }
}

async function heightOf(node: TronNode, txid: string): Promise<number | null | undefined> {
  const { blockNumber } = await node.ask('/wallet/gettransactioninfobyid', { value: txid }, Receipt)
  if (blockNumber !== undefined) return blockNumber
  const { txID } = await node.ask('/wallet/gettransactionfrompending', { value: txid }, Waiting)
  return txID === txid ? null : undefined
}
