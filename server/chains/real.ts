import type { BitcoinNetwork } from './networks/bitcoin-networks.ts'
import type { Chain, PayingChain } from './chain.ts'
import type { TronNetwork } from './networks/tron-networks.ts'

// Real chains without their libraries, which a market loads only where it uses them.

/** The network Ethereum, or a test network of its kind, as the operator sets it. */
export interface EthereumSettings {
  /** The JSON-RPC address of a node. */
  rpc: string
  chainId: number
  /** The extended public key of the deposit addresses. */
  xpub: string
  /** The contract of USDT, in the mixed case of EIP-55. */
  usdt: string
  /** The wallet from which the signer pays; undefined: no withdrawals. */
  wallet?: string | undefined
  /** Addresses at which the market keeps coins, such as a cold wallet's. */
  reserves?: readonly string[] | undefined
}

/** The network Bitcoin, or a test network of its kind, as the operator sets it. */
export interface BitcoinSettings {
  /** The address of an Esplora HTTP API. */
  api: string
  network: BitcoinNetwork
  /** The extended public key of the deposit addresses. */
  xpub: string
  /** The wallet from which the signer pays, one Taproot address; undefined: no withdrawals. */
  wallet?: string | undefined
  /** Addresses at which the market keeps coins, such as a cold wallet's. */
  reserves?: readonly string[] | undefined
}

/** The network Tron, or a test network of its kind, as the operator sets it. */
export interface TronSettings {
  /** The address of a node's HTTP API, and of the part that shows blocks once they cannot be replaced any more. */
  api: string
  solidity: string
  network: TronNetwork
  /** The extended public key of the deposit addresses. */
  xpub: string
  /** The contract of USDT, in Base58Check. */
  usdt: string
  /** The wallet from which the signer pays; undefined: no withdrawals. */
  wallet?: string | undefined
  /** Addresses at which the market keeps coins, such as a cold wallet's. */
  reserves?: readonly string[] | undefined
}

/** The real networks of a market; undefined: not used. */
export interface RealNetworks {
  ethereum?: EthereumSettings | undefined
  bitcoin?: BitcoinSettings | undefined
  tron?: TronSettings | undefined
}

/** Whether any real network is used. */
export const usesReal = ({ ethereum, bitcoin, tron }: RealNetworks): boolean =>
  [ethereum, bitcoin, tron].some((settings) => settings !== undefined)

/** The settings do not belong to the network that the node shows; the message is meant for a person. */
export class ChainSettingsError extends Error {
  override name = 'ChainSettingsError'
}

/** A node cannot be reached, or has refused a request; the message holds nothing of its address but the host. */
export class NodeError extends Error {
  override name = 'NodeError'
  /** Whether the node has answered with an error of its own. */
  readonly answered: boolean
  constructor(message: string, answered = false) {
    super(message)
    this.answered = answered
  }
}

/**
 * The error of a request to a node. A node's address often contains a key, so that of the address nothing but the host
 * is left in `text`.
 */
export function nodeError(address: string, request: string, text: string, answered = false): NodeError {
  const { host, username, password, pathname, search } = new URL(address)
  const secrets = [address, search, ...pathname.split('/'), username, password].filter((part) => part.length > 3)
  const shown = secrets.reduce((left, secret) => left.replaceAll(secret, '…'), text)
  return new NodeError(`The node at ${host} did not answer ${request}: ${shown.trim()}`, answered)
}

/** A comparison that is repeated until it has succeeded once. */
export function untilItSucceeds(compare: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () =>
    (done ??= compare().catch((error: unknown) => {
      done = undefined
      throw error
    }))
}

/** A chain whose settings can be compared with its node. */
export interface RealChain {
  chain: Chain
  /** The same chain, where the market can pay on it. */
  paying: PayingChain | undefined
  /** The setting that holds the key of its deposit addresses. */
  keySetting: string
  /** @throws ChainSettingsError where they differ, NodeError where the node does not answer */
  check(): Promise<void>
}
