import type { Chain, PayingChain } from './chain.ts'

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
}

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

/** A chain whose settings can be compared with its node. */
export interface RealChain {
  chain: Chain
  /** The same chain, where the market can pay on it. */
  paying: PayingChain | undefined
  /** @throws ChainSettingsError where they differ, NodeError where the node does not answer */
  check(): Promise<void>
}
