import { looksLike, readAddress, type ReadAddress } from '../coins/crypto-addresses.ts'
import { networks, type Network } from '../coins/networks.ts'

/** An address of a simulated network. */
const SIMULATED = /^test-([a-z]+)-([0-9a-f]{20})$/

/** Whether a network is simulated, and whether its coins are test money. */
export interface AddressesOf {
  simulated: boolean
  test: boolean
}

/**
 * Reads an address to withdraw to. A simulated network takes addresses of the network that it simulates, and those that
 * it gives people itself. A real test network takes those of test networks alone, of which the server knows the one.
 */
export function readWithdrawalAddress(network: Network, text: string, of: AddressesOf): ReadAddress {
  const trimmed = text.trim()
  const [, named] = SIMULATED.exec(trimmed) ?? []
  const simulated = networks.find((one) => one === named)
  if (!simulated) return readAddress(network, trimmed, of.test && !of.simulated)
  if (!of.simulated) return { fault: 'testNetwork' }
  return simulated === network ? { address: trimmed } : { fault: 'network', network: simulated }
}

/** The first of a person's earlier addresses on a network that can be mistaken for this one. */
export function lookalikeOf(address: string, earlier: readonly string[]): string | undefined {
  const own = (text: string): string => SIMULATED.exec(text)?.[2] ?? text
  return earlier.find((other) => other !== address && looksLike(own(address), own(other)))
}
