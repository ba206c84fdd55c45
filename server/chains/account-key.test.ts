import { mnemonicToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { depositAccount, WORDS } from '../../tests/support/ethereum/anvil-market.ts'
import { readAccountKey } from './account-key.ts'
import { ethereumAddressAt } from './networks/evm-address.ts'

it('derives the addresses of BIP-44 from the public key of an account', () => {
  const key = readAccountKey(depositAccount().publicExtendedKey)!
  const expected = [0, 1, 7, 2_000_000].map((addressIndex) => mnemonicToAccount(WORDS, { addressIndex }).address)
  expect([0, 1, 7, 2_000_000].map((index) => ethereumAddressAt(key, index))).toEqual(expected)
  expect(expected[0]).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')
})

it('takes no private key, no mistyped one, and no other text', () => {
  const { privateExtendedKey, publicExtendedKey } = depositAccount()
  const mistyped = `${publicExtendedKey.slice(0, -1)}${publicExtendedKey.endsWith('1') ? '2' : '1'}`
  expect([privateExtendedKey!, mistyped, 'xpub', ''].map((text) => readAccountKey(text))).toEqual(
    Array(4).fill(undefined),
  )
})
