import { readAddress } from '#contract/coins/crypto-addresses.ts'
import { bitcoinRules, isTestNetwork, type BitcoinNetwork } from './networks/bitcoin-networks.ts'

/** The most reserve addresses of a network. */
const RESERVES_MAX = 20

/** A list of addresses without spaces, each once; undefined where `read` does not know one, or there are too many. */
function readList(value: string, read: (text: string) => string | undefined): readonly string[] | undefined {
  const all = value.split(',').map((text) => read(text.trim()))
  const known = all.filter((one) => one !== undefined)
  return known.length === all.length && all.length <= RESERVES_MAX ? [...new Set(known)] : undefined
}

/** Reads the operator's reserve addresses on Ethereum, with commas between them; undefined where one is none. */
export const ethereumReserves = (value: string): readonly string[] | undefined =>
  readList(value, (text) => {
    const read = readAddress('ethereum', text)
    return 'address' in read ? read.address : undefined
  })

/** The same on Tron, whose networks share all addresses. */
export const tronReserves = (value: string): readonly string[] | undefined =>
  readList(value, (text) => {
    const read = readAddress('tron', text)
    return 'address' in read ? read.address : undefined
  })

/** An address of a Bitcoin network in canonical form. Its test networks share all addresses but those of SegWit. */
export function bitcoinAddress(text: string, network: BitcoinNetwork): string | undefined {
  const read = readAddress('bitcoin', text, isTestNetwork(network))
  if (!('address' in read)) return undefined
  const [, prefix] = /^(bc|tb|bcrt)1/.exec(read.address) ?? []
  return prefix === undefined || prefix === bitcoinRules(network).prefix ? read.address : undefined
}

/** The same as `ethereumReserves` on a Bitcoin network. */
export const bitcoinReserves = (value: string, network: BitcoinNetwork): readonly string[] | undefined =>
  readList(value, (text) => bitcoinAddress(text, network))
