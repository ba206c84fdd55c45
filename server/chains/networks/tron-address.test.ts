import { expect, it } from 'vitest'
import { readAddress } from '#contract/coins/crypto-addresses.ts'
import { tronAccount } from '../../../tests/support/tron/double.ts'
import { readAccountKey } from '../account-key.ts'
import { tronAddressOf, tronBytesOf, tronAddressAt } from './tron-address.ts'
import { readTronNetwork } from './tron-networks.ts'

it('derives the addresses of BIP-44 from the public key of an account', () => {
  const key = readAccountKey(tronAccount().publicExtendedKey)!
  // The first addresses of these words, as wallets publish them for their own tests.
  expect([0, 1, 2].map((index) => tronAddressAt(key, index))).toEqual([
    'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
    'TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK',
    'TYJPRrdB5APNeRs4R7fYZSwW3TcrTKw2gx',
  ])
  for (const index of [7, 2_000_000]) {
    const address = tronAddressAt(key, index)
    expect(readAddress('tron', address)).toEqual({ address })
  }
})

it('knows an address by its bytes', () => {
  const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
  expect(tronBytesOf(usdt)).toBe('a614f803b6fd780986a42c78ec9c7f77e6ded13c')
  expect(tronAddressOf(tronBytesOf(usdt))).toBe(usdt)
  expect(() => tronBytesOf(`${usdt.slice(0, -1)}a`)).toThrow('checksum')
})

it('knows the networks by their names and their first blocks', () => {
  const main = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc'
  expect(readTronNetwork(main)).toEqual({ name: 'main', genesis: main })
  expect(readTronNetwork('nile')?.genesis.slice(-8)).toBe('cd8690dc')
  const own = `${'0'.repeat(16)}${'ab'.repeat(24)}`
  expect(readTronNetwork(own)).toEqual({ name: own, genesis: own })
  for (const wrong of ['', 'mainnet', 'MAIN', own.slice(1), `1${own.slice(1)}`, own.toUpperCase()])
    expect(readTronNetwork(wrong)).toBeUndefined()
})
