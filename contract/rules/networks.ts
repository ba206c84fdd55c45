// The networks on which coins are moved. One is run by a real chain, or by a simulated one, whose coins are test money.

export const networks = ['ethereum', 'tron', 'bitcoin'] as const
export type Network = (typeof networks)[number]

interface NetworkRule {
  /** The network as wallets name it; its hyphen does not break. */
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

/** A network as wallets name it; one of a newer market by its own name. */
export const networkName = (network: string): string =>
  Object.hasOwn(rules, network) ? rules[network as Network].name : network

/** The id of a transaction as it is kept: 64 hexadecimal digits. */
export const TXID = /^[0-9a-f]{64}$/

/** A transaction's id as people paste it, with 0x or in capitals; undefined for what is none. */
export function readTxid(text: string): string | undefined {
  const txid = text.trim().toLowerCase().replace(/^0x/, '')
  return TXID.test(txid) ? txid : undefined
}
