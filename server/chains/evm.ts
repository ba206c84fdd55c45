import { getAddress, type Address, type PublicClient } from 'viem'
import { unitsIn } from '#contract/rules/coins.ts'
import { ETHEREUM_MAIN } from '#contract/rules/networks.ts'
import { ethereumAddressAt, readDepositKey } from './deposit-key.ts'
import { readBlock, readPending, TOKEN, unlessAbsent, type EvmReading } from './evm-blocks.ts'
import { ethereumNode } from './evm-node.ts'
import { evmPayouts, type EvmWallet } from './evm-payouts.ts'
import { heightOf } from './evm-transactions.ts'
import type { Signer } from '../signer/protocol.ts'
import type { Chain } from './chain.ts'
import { ChainSettingsError, type EthereumSettings, type RealChain } from './real.ts'

/** Seconds between two blocks. */
const BLOCK_SECONDS = 12

/** What a chain asks of the market. */
export interface EvmStore extends Pick<EvmReading, 'ours'>, Pick<EvmWallet, 'spentBy'> {}

/**
 * Ethereum by a node. It can pay where a wallet and its signer are set.
 *
 * @throws ChainSettingsError
 */
export function evmChain(
  { rpc, chainId, xpub, ...settings }: EthereumSettings,
  { ours, spentBy }: EvmStore,
  signer?: Signer,
): RealChain {
  const node = ethereumNode(rpc)
  const usdt = getAddress(settings.usdt)
  const wallet = settings.wallet === undefined ? undefined : getAddress(settings.wallet)
  const key = readDepositKey(xpub)
  if (!key) throw new ChainSettingsError('ETHEREUM_XPUB is not an extended public key')
  const reading: EvmReading = { node, usdt, wallet, ours }
  let checked: Promise<void> | undefined
  // A node that was away at the start is compared before its first answer counts.
  const check = (): Promise<void> =>
    (checked ??= compare(node, { chainId, usdt }).catch((error: unknown) => {
      checked = undefined
      throw error
    }))
  const chain: Chain = {
    id: `ethereum-${chainId}`,
    network: 'ethereum',
    test: chainId !== ETHEREUM_MAIN,
    simulated: false,
    blockSeconds: BLOCK_SECONDS,
    addressAt: (index) => ethereumAddressAt(key, index),
    async head() {
      await check()
      const { number, hash } = await node.getBlock({ blockTag: 'latest' })
      return { height: Number(number), hash }
    },
    hashAt: async (height) => (await unlessAbsent(node.getBlock({ blockNumber: BigInt(height) })))?.hash,
    block: (height) => readBlock(reading, height),
    pending: () => readPending(reading),
    heightOf: (txid) => heightOf(node, `0x${txid}`),
  }
  const paying = wallet && signer && { ...chain, ...evmPayouts(reading, { chainId, address: wallet, signer, spentBy }) }
  return { chain, paying, check }
}

async function compare(node: PublicClient, { chainId, usdt }: { chainId: number; usdt: Address }): Promise<void> {
  const found = await node.getChainId()
  if (found !== chainId)
    throw new ChainSettingsError(`The node of ETHEREUM_RPC is on chain ${found}, and ETHEREUM_CHAIN_ID is ${chainId}`)
  if ((await node.getCode({ address: usdt })) === undefined)
    throw new ChainSettingsError(`There is no contract at ETHEREUM_USDT on chain ${chainId}`)
  const decimals = await node.readContract({ address: usdt, abi: TOKEN, functionName: 'decimals' })
  if (10n ** BigInt(decimals) !== unitsIn('USDT'))
    throw new ChainSettingsError(`The token at ETHEREUM_USDT has ${decimals} decimals, and USDT has 6`)
}
