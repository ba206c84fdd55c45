import { parseTransaction, type Address, type Hex } from 'viem'
import { getTransactionCount } from 'viem/actions'
import { checkChain, ethereumNode } from '../chains/evm-node.ts'
import type { EvmChain, SignedNetwork, SignerConfig } from './config.ts'
import { createHistory } from './history.ts'
import { SignerLogError, type LogEntry } from './log.ts'

// Checks before a signer listens. Later it asks the node for nothing.

const NAMES = { chainId: 'ethereum.chainId', usdt: 'ethereum.usdt' }

/**
 * Refuses a log with payments of another chain: their nonces mean nothing on the one that is set.
 *
 * @throws SignerLogError
 */
export function checkLogChains({ networks }: Pick<SignerConfig, 'networks'>, entries: readonly LogEntry[]): void {
  const isOther = (entry: LogEntry): boolean => {
    const network = networks.get(entry.network)
    return network !== undefined && network.chain?.id !== chainIdOf(entry)
  }
  const index = entries.findIndex(isOther)
  if (index !== -1)
    throw new SignerLogError(
      `Line ${index + 1} of payments.log is a payment on another chain than the one that is set for ` +
        `${entries[index]!.network}. Move the log to a safe place, and begin an empty one: npm run signer -- new-log`,
    )
}

/** The chain's id in an entry; undefined on a simulated network. */
const chainIdOf = ({ raw }: LogEntry): number | undefined =>
  raw?.startsWith('0x') ? parseTransaction(raw as Hex).chainId : undefined

/**
 * Compares the settings and the log with the chain.
 *
 * @throws ChainSettingsError | NodeError | SignerLogError
 */
export async function checkStart(
  { firstNonce }: Pick<SignedNetwork, 'firstNonce'>,
  { id: chainId, rpc, usdt }: EvmChain,
  wallet: Address,
  entries: readonly LogEntry[],
): Promise<void> {
  const node = ethereumNode(rpc)
  await checkChain(node, { chainId, usdt, names: NAMES })
  const used = await getTransactionCount(node, { address: wallet, blockTag: 'latest' })
  const next = createHistory(entries, Date.now()).nextNonce('ethereum')
  const has = `The paying wallet ${wallet} has sent ${used} transactions`
  if (next === undefined && used !== firstNonce)
    throw new SignerLogError(
      `${has}, but payments.log has none, and ethereum.firstNonce is ${firstNonce}. If the log was lost or moved, copy ` +
        `it back. If it is empty on purpose, set ethereum.firstNonce to ${used}.`,
    )
  if (next !== undefined && used > next)
    throw new SignerLogError(
      `${has}, but payments.log ends before number ${next + 1}: it lacks payments. Copy the latest log into the folder.`,
    )
}
