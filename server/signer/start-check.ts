import { BaseError, createPublicClient, http, parseTransaction, type Address, type Hex, type PublicClient } from 'viem'
import type { EvmChain, SignedNetwork, SignerConfig } from './config.ts'
import { TOKEN_ABI, USDT_DECIMALS } from './evm-transaction.ts'
import { createHistory } from './history.ts'
import { SignerLogError, type LogEntry } from './log.ts'

// What is compared before a signer listens. Later it asks the node for nothing.

/** How long a node may take for an answer (ms). */
const ANSWER_MS = 10_000

/** The chain does not match the settings, or does not answer; the message is meant for a person. */
export class SignerChainError extends Error {
  override name = 'SignerChainError'
}

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
 * @throws SignerChainError | SignerLogError
 */
export async function checkChain(
  { firstNonce }: Pick<SignedNetwork, 'firstNonce'>,
  chain: EvmChain,
  wallet: Address,
  entries: readonly LogEntry[],
): Promise<void> {
  const node = createPublicClient({ transport: http(chain.rpc, { timeout: ANSWER_MS, retryCount: 1 }) })
  const id = await answerOf(chain, node.getChainId())
  if (id !== chain.id)
    throw new SignerChainError(`The node is on the chain ${id}, but ethereum.chainId is ${chain.id}.`)
  await checkToken(chain, node)
  const used = await answerOf(chain, node.getTransactionCount({ address: wallet, blockTag: 'latest' }))
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

async function checkToken(chain: EvmChain, node: PublicClient): Promise<void> {
  const token = { address: chain.usdt, abi: TOKEN_ABI }
  const code = await answerOf(chain, node.getCode(token))
  if (code === undefined) throw new SignerChainError(`ethereum.usdt: there is no contract at ${chain.usdt}.`)
  const decimals = await node.readContract({ ...token, functionName: 'decimals' }).catch((error: unknown) => {
    throw new SignerChainError(`ethereum.usdt: ${chain.usdt} does not tell its decimals: ${reasonOf(error)}`)
  })
  if (decimals !== USDT_DECIMALS)
    throw new SignerChainError(`ethereum.usdt: ${chain.usdt} has ${decimals} decimals, but USDT has ${USDT_DECIMALS}.`)
}

const answerOf = <T>({ rpc }: EvmChain, answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    // Only the host: the rest of the address may be a secret of its provider.
    throw new SignerChainError(`The node at ${new URL(rpc).host} does not answer: ${reasonOf(error)}`)
  })

/** A fault of a node in one line, without the node's address. */
const reasonOf = (error: unknown): string =>
  error instanceof BaseError ? error.shortMessage : error instanceof Error ? error.message : String(error)
