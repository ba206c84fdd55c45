import { describe, expect, it } from 'vitest'
import { looksLike } from './crypto-addresses.ts'

/** Two addresses of each form, of hashes of which no key is known. */
const pairs: [form: string, one: string, other: string][] = [
  ['P2PKH', '1B3hgH3gGRzSsLQtZ1zmGuZYvWVHJoKbdN', '17vdGDpyNM1u9Lvu2JoDbxpWCnrV1hbLge'],
  ['P2SH', '3BjibpY7pLJpxW7Kg7fMhXvV52mzqwWVik', '38ceBmKQvFLHEWdL9QTp2bBSMK9CXoMtqH'],
  ['P2WPKH', 'bc1qdc6qh88lkdaf3899gnntk7q293ufq8flalcz86', 'bc1qf063yte5g42v2w7796ace54hu0gkqzkkp2rcm8'],
  [
    'P2TR',
    'bc1pdc6qh88lkdaf3899gnntk7q293ufq8flkvmnsa59zx3sv9a05qwssgz3dk',
    'bc1pf063yte5g42v2w7796ace54hu0gkqzkkx8pctfwhen3rcau9gkdq8t9men',
  ],
  ['Tron', 'TL1ugLRQRA7Q2WUX9HeUo4FgqJEbUNMkA7', 'TGtqGHChX58rJWzXcaSw87We7abo8K3NTg'],
  ['Ethereum', '0x6e340b9cFFb37A989ca544e6BB780A2C78901d3f', '0x4bF5122f344554C53BdE2EbB8CD2b7E3D1600ad6'],
]

describe('look-alikes', () => {
  const at = (address: string, index: number, letters: string): string =>
    address.slice(0, index) + letters + address.slice(index + letters.length)

  it('a pair of a published case of address poisoning is one', () => {
    const planted = '0xd9A1C3788D81257612E2581A6ea0aDa244853a91'
    expect(looksLike('0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91', planted)).toBe(true)
  })

  it.each(pairs)('%s: addresses that begin and end alike are, in any case of letters', (_, one, other) => {
    const prefix = one.startsWith('0x') ? 2 : one.startsWith('bc1') ? 4 : 0
    const alike = one.slice(0, prefix + 4) + other.slice(prefix + 4, -4) + one.slice(-4)
    expect(looksLike(one, other)).toBe(false)
    expect(looksLike(one, alike)).toBe(true)
    expect(looksLike(alike, one)).toBe(true)
    expect(looksLike(alike.toUpperCase(), one)).toBe(true)
    // With another character at the beginning or at the end, a look at both tells them apart.
    const another = (letter: string): string => (letter.toLowerCase() === 'a' ? 'c' : 'a')
    expect(looksLike(at(alike, prefix + 3, another(alike[prefix + 3]!)), one)).toBe(false)
    expect(looksLike(at(alike, alike.length - 4, another(alike.at(-4)!)), one)).toBe(false)
  })

  it('addresses that differ in two places are, anywhere, and not in three', () => {
    const address = '0x' + '1'.repeat(40)
    expect(looksLike(at(address, 2, '2'), address)).toBe(true)
    expect(looksLike(at(address, 2, '22'), address)).toBe(true)
    expect(looksLike(at(at(address, 2, '2'), 41, '2'), address)).toBe(true)
    expect(looksLike(at(address, 2, '222'), address)).toBe(false)
  })

  it('addresses of another form are, where they begin and end alike behind their prefixes', () => {
    const [, , one] = pairs.map(([, address]) => address)
    expect(looksLike(one!.replace('bc1q', 'bc1p'), one!)).toBe(true)
  })

  it('an address is none of itself, and addresses made by chance are none', () => {
    const all = pairs.flatMap(([, one, other]) => [one, other])
    for (const one of all) for (const other of all) expect(looksLike(one, other)).toBe(false)
  })
})
