import * as z from 'zod/mini'
import { bitcoinAddresses, type BitcoinAddresses } from './bitcoin-addresses.ts'
import { readBalances } from './bitcoin-balances.ts'
import { createTurns, readBlock } from './bitcoin-blocks.ts'
import { BytesError, BytesReader } from './bitcoin-bytes.ts'
import { createMempool, type Watched } from './bitcoin-mempool.ts'
import { bitcoinRules, isTestNetwork, type BitcoinNetwork } from './bitcoin-networks.ts'
import { bitcoinNode, readTip, type BitcoinNode } from './bitcoin-node.ts'
import { readTransaction, txidOf } from './bitcoin-transactions.ts'
import { TRANSFERS_MAX, type Chain, type Head, type Transfer } from './chain.ts'
import { ChainSettingsError, untilItSucceeds, type BitcoinSettings, type RealChain } from './real.ts'

const KEY = 'BITCOIN_XPUB'

/** Seconds between two blocks. */
const BLOCK_SECONDS = 600

const BlockStatus = z.object({ id: z.string(), height: z.int().check(z.nonnegative()) })
const TransactionStatus = z.object({ confirmed: z.boolean(), block_height: z.nullish(z.int().check(z.nonnegative())) })

/** The market's data that the chain needs. */
export interface BitcoinStore {
  /** Those of some addresses that are the market's. */
  ours(addresses: readonly string[]): Promise<ReadonlySet<string>>
  /** The addresses to which a payment may wait; those of blocks above `replaced` first. */
  watched(replaced: number): Promise<readonly Watched[]>
}

/** The id of a network's chain. */
export const bitcoinId = (network: BitcoinNetwork): string => `bitcoin-${network}`

/**
 * Bitcoin by an Esplora API. It is read only: the market does not pay on it.
 *
 * @throws ChainSettingsError
 */
export function bitcoinChain(
  { api, network, xpub, reserves = [] }: BitcoinSettings,
  store: BitcoinStore,
  pauses?: readonly number[],
): RealChain {
  const addresses = bitcoinAddresses(network, xpub)
  if (!addresses) throw new ChainSettingsError(`${KEY} is not an extended public key of the network ${network}`)
  const node = bitcoinNode(api, pauses)
  const waiting = createMempool(node)
  // A node that was away at the start is compared before its first answer counts.
  const check = untilItSucceeds(() => checkGenesis(node, network))
  const inTurn = createQueue()
  let last: Head | undefined
  const chain: Chain = {
    id: bitcoinId(network),
    network: 'bitcoin',
    test: isTestNetwork(network),
    simulated: false,
    blockSeconds: BLOCK_SECONDS,
    addressAt: addresses.at,
    async head() {
      await check()
      last = await readHead(node, last)
      return last
    },
    hashAt: (height) => node.hash(pathOf(height)),
    async block(height) {
      const hash = await node.hash(pathOf(height))
      if (hash === undefined) return undefined
      const path = `/block/${hash}/raw`
      const bytes = await node.raw(path)
      if (!bytes) throw node.wrong(path, 'there is no such block')
      // Many blocks are asked for at a time, but one is read at a time, so that their turns do not add up.
      const { parent, sent } = await inTurn(() => readPayments(bytes, hash, network, addresses)).catch(
        (error: unknown) => {
          throw error instanceof BytesError ? node.wrong(path, `that is not the block: ${error.message}`) : error
        },
      )
      const ours = await store.ours([...new Set(sent.map(({ to }) => to))])
      return { height, hash, parent, transfers: sent.filter(({ to }) => ours.has(to)) }
    },
    pending: async (replaced) => waiting(await store.watched(replaced)),
    heightOf: (txid) => heightOf(node, txid),
    own: reserves,
    holds: (_coin, addresses, block) => readBalances(node, addresses, block),
  }
  return { chain, paying: undefined, check, keySetting: KEY }
}

const pathOf = (height: number): string => `/block-height/${height}`

/** @throws ChainSettingsError where the node is on another network, NodeError where it does not answer */
async function checkGenesis(node: BitcoinNode, network: BitcoinNetwork): Promise<void> {
  const found = await node.hash(pathOf(0))
  if (found === undefined) throw new ChainSettingsError('BITCOIN_API has no first block: is it the address of an API?')
  if (found !== bitcoinRules(network).genesis)
    throw new ChainSettingsError(
      `The node of BITCOIN_API is not on the network ${network}: its first block is ${found}`,
    )
}

/** The last block. Its height is asked for once. */
async function readHead(node: BitcoinNode, last: Head | undefined): Promise<Head> {
  const hash = await readTip(node)
  if (hash === last?.hash) return last
  const status = await node.json(`/block/${hash}`, BlockStatus)
  if (status?.id !== hash) throw node.wrong(`/block/${hash}`, 'the answer is about another block')
  return { height: status.height, hash }
}

/** Runs works one after another. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const run = last.then(work)
    last = run.catch(() => undefined)
    return run
  }
}

/** The parent of a block, and what it sends to addresses of native SegWit. @throws BytesError */
async function readPayments(
  bytes: Buffer,
  hash: string,
  network: BitcoinNetwork,
  addresses: BitcoinAddresses,
): Promise<{ parent: string; sent: Transfer[] }> {
  const { parent, payments } = await readBlock(bytes, hash, network)
  const turn = createTurns()
  const sent: Transfer[] = []
  for (const { txid, index, to, amount } of payments) {
    await turn()
    // One further back would have the number of another version of an earlier one (deposits/follow.ts).
    if (index < TRANSFERS_MAX) sent.push({ txid, index, to: addresses.of(to), coin: 'BTC', amount })
  }
  return { parent, sent }
}

/** The height of a transaction. The status says the same of one that waits and of one that nobody knows. */
async function heightOf(node: BitcoinNode, txid: string): Promise<number | null | undefined> {
  const status = await node.json(`/tx/${txid}/status`, TransactionStatus)
  if (!status) return undefined
  if (status.confirmed && typeof status.block_height === 'number') return status.block_height
  const bytes = await node.raw(`/tx/${txid}/raw`)
  return bytes && isTransaction(bytes, txid) ? null : undefined
}

function isTransaction(bytes: Buffer, txid: string): boolean {
  try {
    return txidOf(readTransaction(new BytesReader(bytes))) === txid
  } catch (error) {
    if (error instanceof BytesError) return false
    throw error
  }
}
