import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { base58check, base64, bech32, bech32m } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { looksLike, readAddress, type ReadAddress } from './crypto-addresses.ts'
import { networks, type Network } from './networks.ts'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Hashes of which no key is known. */
const seeds = Array.from({ length: 60 }, (_, n) => sha256(Uint8Array.of(n)))

const checked = (...bytes: Uint8Array[]): string => base58check(sha256).encode(concatBytes(...bytes))
const versioned = (version: number, bytes: Uint8Array): string => checked(Uint8Array.of(version), bytes)

/** The address of a witness program. */
const segwit = (prefix: string, version: number, program: Uint8Array): string =>
  (version === 0 ? bech32 : bech32m).encode(prefix, [version, ...bech32.toWords(program)])

const mixedCase = (hex: string): string => addressOf(readAddress('ethereum', `0x${hex}`)) ?? ''

/** Addresses of each form, made of 32 bytes. */
const every: { form: string; network: Network; of: (seed: Uint8Array) => string }[] = [
  { form: 'P2PKH', network: 'bitcoin', of: (seed) => versioned(0x00, seed.subarray(0, 20)) },
  { form: 'P2SH', network: 'bitcoin', of: (seed) => versioned(0x05, seed.subarray(0, 20)) },
  { form: 'P2WPKH', network: 'bitcoin', of: (seed) => segwit('bc', 0, seed.subarray(0, 20)) },
  { form: 'P2WSH', network: 'bitcoin', of: (seed) => segwit('bc', 0, seed) },
  { form: 'P2TR', network: 'bitcoin', of: (seed) => segwit('bc', 1, seed) },
  { form: 'Tron', network: 'tron', of: (seed) => versioned(0x41, seed.subarray(0, 20)) },
  { form: 'Ethereum', network: 'ethereum', of: (seed) => mixedCase(bytesToHex(seed.subarray(0, 20))) },
]
const testForms: [string, (seed: Uint8Array) => string][] = [
  ['m or n', (seed) => versioned(0x6f, seed.subarray(0, 20))],
  ['2', (seed) => versioned(0xc4, seed.subarray(0, 20))],
  ['tb1q', (seed) => segwit('tb', 0, seed.subarray(0, 20))],
  ['tb1p', (seed) => segwit('tb', 1, seed)],
  ['bcrt1q', (seed) => segwit('bcrt', 0, seed.subarray(0, 20))],
  ['bcrt1p', (seed) => segwit('bcrt', 1, seed)],
]

const addressOf = (read: ReadAddress): string | undefined => ('address' in read ? read.address : undefined)

/** The texts that are accepted as other addresses than the one of which they are wrong copies. */
function unnoticed(network: Network, address: string, texts: readonly string[]): string[] {
  const accepted = texts.map((text) => addressOf(readAddress(network, text)))
  const others = accepted.filter((other) => other !== undefined && other !== address) as string[]
  for (const other of others) expect(looksLike(other, address), other).toBe(true)
  return others
}

describe.each(every)('$form', ({ form, network, of }) => {
  const made = seeds.map(of)
  const hex = form === 'Ethereum'
  const bech32 = /^P2W|^P2TR/.test(form)

  it('is read as it is written canonically, with spaces around it', () => {
    for (const address of made) {
      expect(readAddress(network, address)).toEqual({ address })
      expect(readAddress(network, `\u00a0 ${address}\n`)).toEqual({ address })
    }
  })

  it('is refused on other networks, which name its own', () => {
    for (const address of made) {
      for (const other of networks.filter((one) => one !== network)) {
        expect(readAddress(other, address)).toEqual({ fault: 'network', network })
      }
    }
  })

  it('is read in one case where its checksum allows it', () => {
    for (const [n, address] of made.entries()) {
      const capitals = address.toUpperCase().replace(/^0X/, '0x')
      const lower = address.toLowerCase()
      if (hex || bech32) {
        expect(readAddress(network, capitals)).toEqual({ address })
        expect(readAddress(network, lower)).toEqual({ address })
        if (hex) expect(lower).toBe(`0x${bytesToHex(seeds[n]!.subarray(0, 20))}`)
      } else for (const text of [capitals, lower]) expect(readAddress(network, text)).toHaveProperty('fault')
    }
  })

  // Bech32 detects every change of up to four characters (BIP-173). Base58Check misses one change in 2^32. EIP-55 has
  // 15 bits on average, and fewer where an address has few letters: it misses some, which look like the right address.
  // An Ethereum address in one case has no checksum: each change of a digit makes another address, unnoticed.
  it('is no address with one character changed', () => {
    const letters = [...LETTERS, '\u0430', '\u212a', '-']
    const changed = (address: string): string[] =>
      Array.from(address).flatMap((_, at) => letters.map((one) => address.slice(0, at) + one + address.slice(at + 1)))
    const missed = made.slice(0, 4).flatMap((address) => unnoticed(network, address, changed(address)))
    expect(missed.length).toBeLessThanOrEqual(hex ? 2 : 0)
  })

  it('is no address with a character too few or too many, or two neighbours swapped', () => {
    const miscopied = (address: string): string[] =>
      Array.from(address).flatMap((one, at) => {
        const [before, two, after] = [address.slice(0, at), address[at + 1] ?? '', address.slice(at + 2)]
        return [before + two + after, before + one + one + two + after, before + two + one + after]
      })
    const missed = made.slice(0, 20).flatMap((address) => unnoticed(network, address, miscopied(address)))
    expect(missed.length).toBeLessThanOrEqual(hex ? 2 : 0)
  })

  it.each<[string, (address: string) => string]>([
    ['a payment link', (address) => `${network}:${address}?amount=1`],
    ['a line break inside', (address) => `${address.slice(0, 10)}\n${address.slice(10)}`],
    ['a space inside', (address) => `${address.slice(0, 10)} ${address.slice(10)}`],
    ['a zero width space inside', (address) => `${address.slice(0, 10)}\u200b${address.slice(10)}`],
    ['a zero width space at its end', (address) => `${address}\u200b`],
    ['a mark of right to left before it', (address) => `\u200f${address}`],
    [
      'its first character in full width',
      (address) => String.fromCharCode(address.charCodeAt(0) + 0xfee0) + address.slice(1),
    ],
    ['all of it twice', (address) => address + address],
    ['a comma behind it', (address) => `${address},`],
  ])('is no address with %s', (_, change) => {
    for (const address of made) expect(readAddress(network, change(address))).toEqual({ fault: 'format' })
  })
})

describe('faults', () => {
  it('nothing, or only spaces, is empty', () => {
    for (const text of ['', ' ', '\t\n', '\u00a0\ufeff']) {
      for (const network of networks) expect(readAddress(network, text)).toEqual({ fault: 'empty' })
    }
  })

  it.each(testForms)('an address of a test network of Bitcoin is named as one: %s', (_, of) => {
    for (const seed of seeds) {
      for (const network of networks) expect(readAddress(network, of(seed))).toEqual({ fault: 'testNetwork' })
    }
  })

  it.each(testForms)('where one of a test network of Bitcoin is wanted, that is taken and no other: %s', (_, of) => {
    for (const seed of seeds.slice(0, 9)) {
      const address = of(seed)
      expect(readAddress('bitcoin', ` ${address}`, true)).toEqual({ address })
      expect(readAddress('ethereum', address, true)).toEqual({ fault: 'testNetwork' })
      for (const { network, of: other } of every) {
        const expected = network === 'bitcoin' ? { fault: 'mainNetwork' } : { fault: 'network', network }
        expect(readAddress('bitcoin', other(seed), true)).toEqual(expected)
      }
      const like = `${address.slice(0, 8)}#${address.slice(9)}`
      // Like others, by its own letters and not by those that all have.
      expect(looksLike(address, of(seeds[40]!))).toBe(false)
      expect(looksLike(address, like)).toBe(true)
    }
  })

  it('a wrong checksum is one on the network of the form only', () => {
    for (const { network, of } of every) {
      const address = of(seeds[0]!)
      const last = address.at(-1)!
      // On Ethereum, the other case of a letter; elsewhere another letter.
      const wrong =
        network === 'ethereum'
          ? address.replace(/[a-f]/, (one) => one.toUpperCase())
          : address.slice(0, -1) + (last === 'q' ? 'p' : 'q')
      for (const other of networks) {
        expect(readAddress(other, wrong)).toEqual({ fault: other === network ? 'checksum' : 'format' })
      }
    }
    for (const [, of] of testForms) {
      for (const address of seeds.map(of)) {
        const wrong = address.slice(0, -1) + (address.at(-1) === 'q' ? 'p' : 'q')
        expect(readAddress('bitcoin', wrong)).toEqual({ fault: 'checksum' })
      }
    }
  })

  it('the shortest and the longest in Base58Check are read, and their wrong copies', () => {
    const shortest = versioned(0, new Uint8Array(20).fill(1, 19))
    const longest = versioned(0xc4, new Uint8Array(20).fill(255))
    expect([shortest.length, longest.length]).toEqual([26, 35])
    expect(readAddress('bitcoin', shortest)).toEqual({ address: shortest })
    expect(readAddress('bitcoin', longest)).toEqual({ fault: 'testNetwork' })
    for (const text of [shortest.slice(1), shortest.slice(0, -1), `${longest}1`]) {
      expect(readAddress('bitcoin', text), text).toEqual({ fault: 'checksum' })
    }
    for (const version of [0, 5, 0x41, 0x6f, 0xc4]) {
      for (const length of [18, 19, 21, 22]) {
        const text = versioned(version, new Uint8Array(length).fill(7))
        for (const network of networks) expect(readAddress(network, text), text).toEqual({ fault: 'format' })
      }
    }
  })

  it('private keys are no addresses, and no part of a key comes back', () => {
    for (const seed of seeds) {
      for (const version of [0x80, 0xef]) {
        for (const end of [Uint8Array.of(), Uint8Array.of(1)]) {
          const key = checked(Uint8Array.of(version), seed, end)
          for (const network of networks) expect(readAddress(network, key)).toEqual({ fault: 'format' })
        }
      }
      for (const network of networks) {
        expect(readAddress(network, bytesToHex(seed))).toEqual({ fault: 'format' })
        expect(readAddress(network, `0x${bytesToHex(seed)}`)).toEqual({ fault: 'format' })
      }
    }
  })

  it('addresses of other chains, and 20 bytes without 0x, are no addresses', () => {
    for (const seed of seeds) {
      const bytes = seed.subarray(0, 20)
      const hex = bytesToHex(bytes)
      // Litecoin (L, M), Dogecoin, Dash, Zcash and an older test network of Tron; Bech32 of Litecoin and Cosmos.
      const others = [0x30, 0x32, 0x1e, 0x4c, 0xa0].map((version) => versioned(version, bytes))
      others.push(checked(Uint8Array.of(0x1c, 0xb8), bytes), segwit('ltc', 0, bytes), segwit('cosmos', 0, bytes))
      others.push(hex, `0X${hex}`, `41${hex}`, `0x41${hex}`, `XE${hex}`)
      for (const text of others) {
        for (const network of networks) expect(readAddress(network, text), text).toEqual({ fault: 'format' })
      }
    }
  })

  it('a letter is no other one that it becomes in lower case', () => {
    const address = seeds.map((seed) => segwit('bc', 0, seed).toUpperCase()).find((one) => one.includes('K'))!
    expect(readAddress('bitcoin', address)).toEqual({ address: address.toLowerCase() })
    expect(readAddress('bitcoin', address.replace('K', '\u212a'))).toEqual({ fault: 'format' })
  })

  it('witness programs have the versions and lengths of BIP-350', () => {
    for (let version = 0; version <= 20; version++) {
      for (let length = 0; length <= 45; length++) {
        const program = new Uint8Array(length).fill(length)
        const valid = version === 0 ? length === 20 || length === 32 : version <= 16 && length >= 2 && length <= 40
        const address = segwit('bc', version, program)
        expect(readAddress('bitcoin', address), address).toEqual(valid ? { address } : { fault: 'format' })
        const test = segwit('bcrt', version, program)
        expect(readAddress('bitcoin', test), test).toEqual({ fault: valid ? 'testNetwork' : 'format' })
      }
    }
  })
})

it('garbage of any length is no address, and costs no time', () => {
  const started = Date.now()
  const endless = 5_000_000
  for (const letters of [
    '1',
    '3',
    'T',
    'm',
    'z',
    'bc1',
    'tb1q',
    '0x',
    '0',
    'q',
    ' ',
    ' x',
    '\ud800',
    '🙂',
    'bc1\u212a',
  ]) {
    for (const length of [...Array.from({ length: 120 }, (_, n) => n), 1000, endless]) {
      const text = letters.repeat(Math.ceil(length / letters.length)).slice(0, length)
      for (const network of networks) {
        const read = readAddress(network, text)
        if (text.trim() === '') expect(read).toEqual({ fault: 'empty' })
        else expect(['format', 'checksum']).toContain('fault' in read && read.fault)
      }
    }
  }
  for (const seed of seeds) {
    for (const network of networks) {
      expect(readAddress(network, String.fromCharCode(...seed))).toEqual({ fault: 'format' })
      expect(readAddress(network, base64.encode(seed))).toEqual({ fault: 'format' })
    }
  }
  // Without a bound on what is decoded, one of these texts takes hours.
  expect(Date.now() - started).toBeLessThan(10_000)
})
