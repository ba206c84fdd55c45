import { getAddress } from 'viem'
import { getBlock } from 'viem/actions'
import { ETHEREUM_MAIN } from '#contract/coins/networks.ts'
import { readAccountKey } from '../account-key.ts'
import { readEvmBalances } from './balances.ts'
import { ethereumAddressAt } from '../networks/evm-address.ts'
import { readEvmBlock, readPending, unlessAbsent, type EvmReading } from './blocks.ts'
import { checkChain, ethereumNode } from './node.ts'
import { evmPayouts, type EvmWallet } from './payouts.ts'
import { evmSweeping } from './sweeping.ts'
import { evmHeightOf } from './transactions.ts'
import type { Signer } from '../../signer/protocol/protocol.ts'
import type { Chain, PayingChain } from '../chain.ts'
import { ChainSettingsError, untilItSucceeds, type EthereumSettings, type RealChain } from '../real.ts'

const NAMES = { chainId: 'ETHEREUM_CHAIN_ID', usdt: 'ETHEREUM_USDT' }
const KEY = 'ETHEREUM_XPUB'

/** Seconds between two blocks. */
const BLOCK_SECONDS = 12

/** The market's data that a chain needs. */
export interface EvmStore extends Pick<EvmReading, 'ours' | 'swept'>, Pick<EvmWallet, 'spentBy'> {}

/** The id of a network's chain. */
export const evmId = (chainId: number): string => `ethereum-${chainId}`

/**
 * Ethereum by a node. It can pay where a wallet and its signer are set.
 *
 * @throws ChainSettingsError
 */
export function evmChain(
  { rpc, chainId, xpub, ...settings }: EthereumSettings,
  { ours, swept, spentBy }: EvmStore,
  signer?: Signer,
): RealChain {
  const node = ethereumNode(rpc)
  const usdt = getAddress(settings.usdt)
  const wallet = settings.wallet === undefined ? undefined : getAddress(settings.wallet)
  const key = readAccountKey(xpub)
  if (!key) throw new ChainSettingsError(`${KEY} is not an extended public key`)
  const reading: EvmReading = { node, usdt, wallet, ours, swept }
  // A node that was away at the start is compared before its first answer counts.
  const check = untilItSucceeds(() => checkChain(node, { chainId, usdt, names: NAMES }))
  const chain: Chain = {
    id: evmId(chainId),
    network: 'ethereum',
    test: chainId !== ETHEREUM_MAIN,
    simulated: false,
    blockSeconds: BLOCK_SECONDS,
    addressAt: (index) => ethereumAddressAt(key, index),
    async head() {
      await check()
      const { number, hash } = await getBlock(node, { blockTag: 'latest' })
      return { height: Number(number), hash }
    },
    hashAt: async (height) => (await unlessAbsent(getBlock(node, { blockNumber: BigInt(height) })))?.hash,
    block: (height) => readEvmBlock(reading, height),
    pending: () => readPending(reading),
    heightOf: (txid) => evmHeightOf(node, `0x${txid}`),
    own: [...new Set([...(wallet === undefined ? [] : [wallet]), ...(settings.reserves ?? [])])],
    holds: (coin, addresses, block) => readEvmBalances(reading, coin, addresses, block),
  }
  const paying = wallet && signer && payingOn(chain, reading, { chainId, address: wallet, signer, spentBy })
  return { chain, paying, check, keySetting: KEY }
}

/** The same chain with its paying methods, and those that collect deposits. */
function payingOn(chain: Chain, reading: EvmReading, wallet: EvmWallet): PayingChain {
  const payouts = evmPayouts(reading, wallet)
  // The signer of the payouts compares its settings with the market's each time that it says what it is.
  const sweeping = evmSweeping(reading, { ...wallet, signer: payouts.signer, own: chain.own })
  return { ...chain, ...payouts, sweeping }
}
