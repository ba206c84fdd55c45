// The networks on which coins move. Each has a real chain behind it, or a simulated one, whose coins are test money.

export const networks = ['ethereum', 'tron', 'bitcoin'] as const
export type Network = (typeof networks)[number]

interface NetworkRule {
  /** The name that wallets use, with a hyphen that does not break. */
  name: string
  /** Blocks after which a deposit counts, its own among them; the operator may set another number. */
  confirmations: number
}

const rules: Record<Network, NetworkRule> = {
  ethereum: { name: 'Ethereum (ERC\u201120)', confirmations: 12 },
  tron: { name: 'Tron (TRC\u201120)', confirmations: 20 },
  bitcoin: { name: 'Bitcoin', confirmations: 3 },
}

/** The rules of a network. */
export const networkRule = (network: Network): NetworkRule => rules[network]

/** The name that wallets use for a network; the id of one that only a newer market knows. */
export const networkName = (network: string): string =>
  Object.hasOwn(rules, network) ? rules[network as Network].name : network

/** The id of Ethereum's main network. The coins of all other Ethereum networks are test money. */
export const ETHEREUM_MAIN = 1

/** A transaction's id as it is stored: 64 hexadecimal digits. */
export const TXID = /^[0-9a-f]{64}$/

/** Reads a transaction's id as people paste it, with 0x or in capitals; undefined if it is none. */
export function readTxid(text: string): string | undefined {
  const txid = text.trim().toLowerCase().replace(/^0x/, '')
  return TXID.test(txid) ? txid : undefined
}
