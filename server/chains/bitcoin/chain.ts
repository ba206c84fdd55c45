import { bitcoinAddresses, type BitcoinAddresses } from './addresses.ts'
import { readBitcoinBalances } from './balances.ts'
import { createPauses, readBitcoinBlock, type ReadBlock } from './blocks.ts'
import { BytesError } from './bytes.ts'
import { bitcoinHeightOf } from './lookup.ts'
import { createMempool, type Watched } from './mempool.ts'
import { isTestNetwork, type BitcoinNetwork } from '../networks/bitcoin-networks.ts'
import { bitcoinNode, checkBitcoinGenesis, readHead, type BitcoinNode } from './node.ts'
import { bitcoinPayouts, type BitcoinWallet } from './payouts.ts'
import { bitcoinSweeping } from './sweeping.ts'
import { TRANSFERS_MAX, type Chain, type BlockHead, type PayingChain, type Transfer } from '../chain.ts'
import type { Signer } from '../../signer/protocol/protocol.ts'
import { ChainSettingsError, untilItSucceeds, type BitcoinSettings, type RealChain } from '../real.ts'

const KEY = 'BITCOIN_XPUB'

/** Seconds between two blocks. */
const BLOCK_SECONDS = 600

/** The market's data that the chain needs. */
export interface BitcoinStore extends Pick<BitcoinWallet, 'spentBy' | 'spentAt' | 'spending'> {
  /** Those of some addresses that are the market's. */
  ours(addresses: readonly string[]): Promise<ReadonlySet<string>>
  /** The addresses to which a payment may wait; those of blocks above `replaced` first. */
  watched(replaced: number): Promise<readonly Watched[]>
}

/** The id of a network's chain. */
export const bitcoinId = (network: BitcoinNetwork): string => `bitcoin-${network}`

/**
 * Bitcoin by an Esplora API. It can pay where a wallet and its signer are set.
 *
 * @throws ChainSettingsError
 */
export function bitcoinChain(
  { api, network, xpub, wallet, reserves = [] }: BitcoinSettings,
  store: BitcoinStore,
  signer?: Signer,
  pauses?: readonly number[],
): RealChain {
  const addresses = bitcoinAddresses(network, xpub)
  if (!addresses) throw new ChainSettingsError(`${KEY} is not an extended public key of the network ${network}`)
  const node = bitcoinNode(api, pauses)
  const waiting = createMempool(node)
  // A node that was away at the start is compared before its first answer counts.
  const check = untilItSucceeds(() => checkBitcoinGenesis(node, network, 'BITCOIN_API'))
  const inTurn = createQueue()
  let last: BlockHead | undefined
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
      const watched = wallet === undefined ? new Set<string>() : await store.spending()
      const read = inTurn(() => readPayments(bytes, { hash, network, addresses, watched }))
      const { parent, sent, spent } = await read.catch((error: unknown) => {
        throw error instanceof BytesError ? node.wrong(path, `that is not the block: ${error.message}`) : error
      })
      const ours = await store.ours([...new Set(sent.map(({ to }) => to))])
      return {
        ...{ height, hash, parent, transfers: sent.filter(({ to }) => ours.has(to)) },
        spent: spent.map((one) => ({ ...one, wallet: wallet! })),
      }
    },
    pending: async (replaced) => waiting(await store.watched(replaced)),
    heightOf: (txid) => bitcoinHeightOf(node, txid),
    own: [...new Set([...(wallet === undefined ? [] : [wallet]), ...reserves])],
    holds: (_coin, addresses, block) => readBitcoinBalances(node, addresses, block),
  }
  const { spentBy, spentAt, spending } = store
  const parts = wallet !== undefined && signer && { network, address: wallet, signer, spentBy, spentAt, spending }
  return { chain, paying: parts ? payingOn(chain, node, parts) : undefined, check, keySetting: KEY }
}

/** The same chain with its paying methods, and those that collect deposits. */
function payingOn(chain: Chain, node: BitcoinNode, parts: BitcoinWallet): PayingChain {
  const payouts = bitcoinPayouts(node, parts)
  const { network, address: wallet, spending } = parts
  // The signer of the payouts compares its settings with the market's each time that it says what it is.
  const { signer, spentBy } = payouts
  const sweeping = bitcoinSweeping(node, { network, wallet, own: chain.own, signer, spending, spentBy })
  return { ...chain, ...payouts, sweeping }
}

const pathOf = (height: number): string => `/block-height/${height}`

/** Runs works one after another. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const run = last.then(work)
    last = run.catch(() => undefined)
    return run
  }
}

interface Reading {
  hash: string
  network: BitcoinNetwork
  addresses: BitcoinAddresses
  /** The outputs of the wallet whose spending is noted. */
  watched: ReadonlySet<string>
}

/**
 * A block's payments to addresses of native SegWit, and the outputs of the wallet that it spends. @throws BytesError
 */
async function readPayments(
  bytes: Buffer,
  { hash, network, addresses, watched }: Reading,
): Promise<{ parent: string; sent: Transfer[]; spent: ReadBlock['spent'] }> {
  const { parent, payments, spent } = await readBitcoinBlock(bytes, hash, network, watched)
  const turn = createPauses()
  const sent: Transfer[] = []
  for (const { txid, index, to, amount } of payments) {
    await turn()
    // One further back would have the number of another version of an earlier one (deposits/follow.ts).
    if (index < TRANSFERS_MAX) sent.push({ txid, index, to: addresses.of(to), coin: 'BTC', amount })
  }
  return { parent, sent, spent }
}
