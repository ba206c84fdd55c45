// Addresses on the networks. The device checks them before it sends them, the server checks them again with this code.
import { keccak_256 } from '@noble/hashes/sha3.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, bech32, bech32m } from '@scure/base'
import type { Network } from './networks.ts'

/**
 * The faults of a text that is no address to pay to:
 * - `checksum`: the text has the network's form, but a character is wrong, missing or too many;
 * - `network`: the address is valid on another network;
 * - `testNetwork`: the address is valid on one of Bitcoin's test networks;
 * - `mainNetwork`: the address is valid on Bitcoin's main network, where one of a test network was wanted;
 * - `format`: the text is no address at all. A private key is none either.
 */
export type AddressFault = 'empty' | 'format' | 'checksum' | 'network' | 'testNetwork' | 'mainNetwork'

/** An address in its canonical form, or its fault; where it belongs to another network, that network. */
export type ReadAddress =
  | { address: string }
  | { fault: Exclude<AddressFault, 'network'> }
  | { fault: 'network'; network: Network }

/** The network of a text that has an address's form; no `address` where its checksum is wrong. */
interface Recognised {
  network: Network
  test: boolean
  address: string | undefined
}

/**
 * The letters and lengths that addresses have, from a Bech32m address of 2 bytes to the longest Bech32 text (BIP-173).
 * Nothing else is decoded, since the time of decoding Base58 grows with the square of the length. Nothing else is made
 * lower case either, since some letters that are not ASCII become ones that are.
 */
const LETTERS = /^[0-9A-Za-z]{14,90}$/

const HEX = /^0x[0-9a-fA-F]{40}$/

/** A Bech32 text of Bitcoin in lower case: network, version, program and checksum. */
const SEGWIT = /^(bc|tb|bcrt)1[02-9ac-hj-np-z]{7,}$/

/** A Base58Check text of 25 bytes, or one with a character too few or too many. */
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{25,36}$/

/** First bytes of Base58Check addresses, and the letters that they become. */
const versions: readonly { byte: number; letters: string; network: Network; test: boolean }[] = [
  { byte: 0x00, letters: '1', network: 'bitcoin', test: false },
  { byte: 0x05, letters: '3', network: 'bitcoin', test: false },
  { byte: 0x6f, letters: 'mn', network: 'bitcoin', test: true },
  { byte: 0xc4, letters: '2', network: 'bitcoin', test: true },
  { byte: 0x41, letters: 'T', network: 'tron', test: false },
]

/**
 * Reads an address as people paste it. Spaces around it are no fault; a payment link is no address. The canonical form
 * is EIP-55's mixed case on Ethereum, and lower case for Bech32. An Ethereum address in one case has no checksum.
 * `isTest`: of Bitcoin's addresses, those of its test networks are wanted. Addresses on Ethereum are the same on all.
 */
export function readAddress(network: Network, text: string, isTest = false): ReadAddress {
  const trimmed = text.trim()
  if (trimmed === '') return { fault: 'empty' }
  const found = recognise(trimmed)
  if (!found) return { fault: 'format' }
  if (found.address === undefined) return { fault: found.network === network ? 'checksum' : 'format' }
  if (found.test && !(isTest && found.network === network)) return { fault: 'testNetwork' }
  if (found.network !== network) return { fault: 'network', network: found.network }
  return isTest && network === 'bitcoin' && !found.test ? { fault: 'mainNetwork' } : { address: found.address }
}

/** Recognises an address of any network; undefined for a text that has no network's form. */
function recognise(text: string): Recognised | undefined {
  if (!LETTERS.test(text)) return undefined
  if (HEX.test(text)) return readHex(text)
  const lower = text.toLowerCase()
  // Mixed case is no Bech32 (BIP-173).
  if (SEGWIT.test(lower) && (text === lower || text === text.toUpperCase())) return readSegwit(lower)
  return BASE58.test(text) ? readBase58(text) : undefined
}

/** Reads an Ethereum address: in one case, or in the mixed case of EIP-55. */
function readHex(text: string): Recognised {
  const digits = text.slice(2)
  const lower = digits.toLowerCase()
  const canonical = mixedCase(lower)
  const valid = digits === lower || digits === digits.toUpperCase() || digits === canonical
  return { network: 'ethereum', test: false, address: valid ? `0x${canonical}` : undefined }
}

/** Writes hexadecimal digits with capitals where the hash of their text has a high bit (EIP-55). */
function mixedCase(digits: string): string {
  const hash = keccak_256(Uint8Array.from(digits, (digit) => digit.charCodeAt(0)))
  return Array.from(digits, (digit, at) => {
    const half = at % 2 === 0 ? hash[at >> 1]! >> 4 : hash[at >> 1]! & 15
    return half > 7 ? digit.toUpperCase() : digit
  }).join('')
}

/** Reads the address of a witness program: version 0 in Bech32, later versions in Bech32m (BIP-350). */
function readSegwit(text: string): Recognised | undefined {
  const test = !text.startsWith('bc1')
  const old = bech32.decodeUnsafe(text)
  const decoded = old || bech32m.decodeUnsafe(text)
  if (!decoded) return { network: 'bitcoin', test, address: undefined }
  const version = decoded.words[0]!
  const length = bech32.fromWordsUnsafe(decoded.words.slice(1))?.length ?? 0
  const fits = version === 0 ? length === 20 || length === 32 : length >= 2 && length <= 40
  if (version > 16 || !fits) return undefined
  return { network: 'bitcoin', test, address: (version === 0) === Boolean(old) ? text : undefined }
}

/** Reads a Base58Check address: a version, 20 bytes, and the first 4 bytes of the hash of their hash. */
function readBase58(text: string): Recognised | undefined {
  const bytes = base58.decode(text)
  const body = bytes.subarray(0, -4)
  const hash = sha256(sha256(body))
  const right = bytes.subarray(-4).every((byte, at) => byte === hash[at])
  if (right && body.length !== 21) return undefined
  // With a wrong checksum the bytes can be any, so that only the first letter tells the network.
  const version = versions.find((one) => (right ? one.byte === body[0] : one.letters.includes(text[0]!)))
  return version && { network: version.network, test: version.test, address: right ? text : undefined }
}

/** Characters at each end that people compare, as shortened displays show them: 0x1234…abcd. */
const COMPARED = 4

/** Characters in which mistyped addresses differ: one that is wrong, or two that are swapped. */
const MISTYPED = 2

/**
 * Whether two different canonical addresses of a network can be mistaken for each other.
 *
 * Address poisoning puts an address that begins and ends like a familiar one into somebody's history, to be copied
 * from there (Tsuchiya et al., Blockchain Address Poisoning, arXiv:2501.16681). Two characters at each end match by
 * chance too often and are made too easily, so that a checklist for wallets asks for four
 * (coinspect/wallet-security-framework#10), and a wallet warns from eight in all (AmbireTech/ambire-common#2328). Four
 * hexadecimal digits at both ends match by chance once in 4 billion pairs.
 *
 * The prefixes 0x and bc1 (tb1 and bcrt1 on test networks) with its version are left out, since most addresses share
 * them. The letters 1, 3 and T are among the four, since displays count them. Case is left out, since people overlook
 * it.
 */
export function looksLike(a: string, b: string): boolean {
  if (a === b) return false
  const [one, other] = [a, b].map((address) => address.toLowerCase().replace(/^(?:0x|(?:bc|tb|bcrt)1.)/, '')) as [
    string,
    string,
  ]
  if (one.slice(0, COMPARED) === other.slice(0, COMPARED) && one.slice(-COMPARED) === other.slice(-COMPARED)) {
    return true
  }
  // An Ethereum address in one case has no checksum: only this guards it from typing errors.
  return a.length === b.length && Array.from(one).filter((letter, at) => letter !== other[at]).length <= MISTYPED
}
