import { parseTransaction, type Address, type Hex } from 'viem'
import { getTransactionCount } from 'viem/actions'
import * as z from 'zod/mini'
import { bitcoinNode, checkBitcoinGenesis, type BitcoinNode } from '../chains/bitcoin/node.ts'
import { checkChain, ethereumNode } from '../chains/ethereum/node.ts'
import type { BitcoinChain, EvmChain, SignedNetwork, SignerConfig } from './config/config.ts'
import { createHistory } from './log/history.ts'
import { SignerLogError, type LogEntry } from './log/log.ts'

// Checks before a signer listens. Later it asks the nodes for nothing.

const NAMES = { chainId: 'ethereum.chainId', usdt: 'ethereum.usdt' }

/**
 * Refuses a log with payments of another chain: what they spend means nothing on the one that is set.
 *
 * @throws SignerLogError
 */
export function checkLogChains({ networks }: Pick<SignerConfig, 'networks'>, entries: readonly LogEntry[]): void {
  const isOther = (entry: LogEntry): boolean => {
    const network = networks.get(entry.network)
    return network !== undefined && nameOf(network.chain) !== chainOf(entry)
  }
  const index = entries.findIndex(isOther)
  if (index !== -1)
    throw new SignerLogError(
      `Line ${index + 1} of payments.log is a payment on another chain than the one that is set for ` +
        `${entries[index]!.network}. Move the log to a safe place, and begin an empty one: npm run signer -- new-log`,
    )
}

function nameOf(chain: SignedNetwork['chain']): string {
  if (chain.kind === 'simulated') return chain.kind
  if (chain.kind === 'tron') return `tron ${chain.network.name}`
  return `${chain.kind} ${chain.kind === 'evm' ? chain.id : chain.network}`
}

/** The name of the chain of an entry. */
function chainOf({ raw, bitcoin, tron }: LogEntry): string {
  if (bitcoin) return `bitcoin ${bitcoin.network}`
  if (tron) return `tron ${tron.network}`
  return raw?.startsWith('0x') ? `evm ${parseTransaction(raw as Hex).chainId}` : 'simulated'
}

/**
 * Compares the settings and the log with an Ethereum chain.
 *
 * @throws ChainSettingsError | NodeError | SignerLogError
 */
export async function checkEvm(
  { id: chainId, rpc, usdt, firstNonce }: EvmChain,
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

/** The most pages of a wallet's transactions that are looked at, each of about 25; the newest come first. */
const PAGES_MAX = 10

const Transactions = z.array(
  z.object({
    txid: z.string(),
    vin: z.array(z.object({ prevout: z.nullish(z.object({ scriptpubkey_address: z.optional(z.string()) })) })),
    status: z.object({ block_height: z.nullish(z.int()) }),
  }),
)
type ShownTransaction = z.infer<typeof Transactions>[number]

/**
 * Compares the settings and the log with a Bitcoin chain. It looks at the wallet's transactions that wait, and at its
 * latest ones in blocks, whoever sent them: about 250. It does not see one that lies further back than those, or that
 * the node hides, and believes what the node says of the addresses that a transaction spends from.
 *
 * @throws ChainSettingsError | NodeError | SignerLogError
 */
export async function checkBitcoin(
  { network, api, firstBlock }: BitcoinChain,
  wallet: string,
  entries: readonly LogEntry[],
): Promise<void> {
  const node = bitcoinNode(api)
  await checkBitcoinGenesis(node, network, 'bitcoin.api')
  const logged = new Set(entries.map(({ txid }) => txid))
  const isMissing = ({ txid, vin, status }: ShownTransaction): boolean =>
    vin.some(({ prevout }) => prevout?.scriptpubkey_address === wallet) &&
    !logged.has(txid) &&
    !(typeof status.block_height === 'number' && status.block_height <= firstBlock)
  const missing = (await latestOf(node, wallet)).find(isMissing)
  if (missing)
    throw new SignerLogError(
      `Transaction ${missing.txid} spends from the paying wallet ${wallet}, but payments.log does not have it: it lacks ` +
        'payments. Copy the latest log into the folder. If the log is lost for good and no transaction of the wallet ' +
        'waits for a block, set bitcoin.firstBlock to the height of the last block.',
    )
}

/** The transactions of an address that wait, and its latest ones in blocks. */
async function latestOf(node: BitcoinNode, address: string): Promise<ShownTransaction[]> {
  const read = async (part: string): Promise<ShownTransaction[]> =>
    (await node.json(`/address/${address}/txs/${part}`, Transactions)) ?? []
  const found = await read('mempool')
  for (let page = await read('chain'), pages = 1; page.length > 0; pages++) {
    found.push(...page)
    if (pages === PAGES_MAX) break
    page = await read(`chain/${page.at(-1)!.txid}`)
  }
  return found
}
