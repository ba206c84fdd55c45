import { readAddress } from '#contract/rules/crypto-addresses.ts'
import { bitcoinRules, isTestNetwork, type BitcoinNetwork } from './bitcoin-networks.ts'

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

/** The same on a Bitcoin network. Its test networks share all addresses but those of SegWit. */
export const bitcoinReserves = (value: string, network: BitcoinNetwork): readonly string[] | undefined =>
  readList(value, (text) => {
    const read = readAddress('bitcoin', text)
    if ('address' in read) return isTestNetwork(network) ? undefined : read.address
    if (read.fault !== 'testNetwork' || !isTestNetwork(network)) return undefined
    const lower = text.toLowerCase()
    if (!/^(bc|tb|bcrt)1/.test(lower)) return text
    return lower.startsWith(`${bitcoinRules(network).prefix}1`) ? lower : undefined
  })
