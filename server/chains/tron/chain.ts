import type { Signer } from '../../signer/protocol/protocol.ts'
import { readAccountKey } from '../account-key.ts'
import { createPauses } from '../bitcoin/blocks.ts'
import type { Chain, Transfer } from '../chain.ts'
import { ChainSettingsError, NodeError, untilItSucceeds, type RealChain, type TronSettings } from '../real.ts'
import { tronAddressOf, tronBytesOf, tronAddressAt } from '../networks/tron-address.ts'
import { readTronBalances, type TronReading } from './balances.ts'
import { createBlocks, type TronBlock } from './blocks.ts'
import { askHeader, askLast, checkTronGenesis } from './headers.ts'
import { tronHeightOf, tronWait } from './lookup.ts'
import { isTestTron, tronId } from '../networks/tron-networks.ts'
import { tronNode, type TronNode } from './node.ts'
import { tronPayouts, type TronWallet } from './payouts.ts'
import { checkToken } from './token.ts'

const NAMES = { wallet: 'TRON_API', walletsolidity: 'TRON_SOLIDITY_API' }
const KEY = 'TRON_XPUB'

/** Seconds between two blocks. */
const BLOCK_SECONDS = 3

/** The most transactions of which one round asks whether they wait. */
const WAITING_MAX = 50

/** The market's data that the chain needs. */
export interface TronStore extends Pick<TronWallet, 'spentBy' | 'spentAt' | 'followedHash'> {
  /** The stored transfers that wait for a block, or whose block above `replaced` was just replaced. */
  waiting(replaced: number): Promise<readonly Transfer[]>
}

/**
 * Tron by the HTTP API of a node. It can pay where a wallet and its signer are set.
 *
 * @throws ChainSettingsError
 */
export function tronChain(
  { api, solidity, network, xpub, usdt, wallet, reserves = [] }: TronSettings,
  store: TronStore,
  signer?: Signer,
): RealChain {
  const key = readAccountKey(xpub)
  if (!key) throw new ChainSettingsError(`${KEY} is not an extended public key`)
  const node = tronNode(api, solidity)
  const token = tronBytesOf(usdt)
  const blocks = createBlocks(node, token, wallet === undefined ? undefined : tronBytesOf(wallet))
  const reading: TronReading = { node, token, blocks }
  // A node that was away at the start is compared before its first answer counts.
  const check = untilItSucceeds(async () => {
    await checkTronGenesis(node, network, NAMES)
    await checkToken(node, token, 'TRON_USDT')
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
      const { hash, parent, sent } = block
      return {
        ...{ height, hash, parent, transfers: await transfersIn(block) },
        ...(wallet !== undefined && { spent: sent.map((txid) => ({ wallet, txid, spends: [txid] })) }),
      }
    },
    pending: async (replaced) => stillWaiting(node, await store.waiting(replaced)),
    heightOf: (txid) => tronHeightOf(node, txid),
    own: [...new Set([...(wallet === undefined ? [] : [wallet]), ...reserves])],
    holds: (_coin, addresses, block) => readTronBalances(reading, addresses, block),
  }
  const paying =
    wallet === undefined || !signer
      ? undefined
      : { ...chain, ...tronPayouts(reading, { ...store, network, address: wallet, usdt, signer }) }
  return { chain, paying, check, keySetting: KEY }
}

/** The moves of a block with the addresses that people see. */
async function transfersIn({ moves }: TronBlock): Promise<Transfer[]> {
  const turn = createPauses()
  const transfers: Transfer[] = []
  for (const { txid, index, to, amount } of moves) {
    await turn()
    transfers.push({ txid, index, to: tronAddressOf(to), coin: 'USDT', amount })
  }
  return transfers
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
    return (await tronWait(node, txid)) === null
  } catch (error) {
    if (error instanceof NodeError && error.answered) return true
    throw error
  }
}
