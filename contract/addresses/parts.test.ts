import { describe, expect, it } from 'vitest'
import { addressParts, differingCharacters } from './parts.ts'

/** The characters of an address that differ from the other's. */
const differing = (address: string, other: string): string =>
  differingCharacters(address, other)
    .map((differs, at) => (differs ? address[at] : '·'))
    .join('')

describe('an address', () => {
  it('is shown in groups of four, and 0x is no group', () => {
    expect(addressParts('TJRabPrwbZ')).toEqual(['TJRa', 'bPrw', 'bZ'])
    expect(addressParts('0x1234567890')).toEqual(['0x1234', '5678', '90'])
    expect(addressParts('')).toEqual([])
  })

  it('is compared character by character', () => {
    expect(differing('TJRab', 'TJrab')).toBe('··R··')
    expect(differing('0xAb12', '0xaB13')).toBe('·····2')
    expect(differing('bc1qab', 'bc1q')).toBe('····ab')
  })
})
