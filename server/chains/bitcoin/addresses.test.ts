import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { expect, it } from 'vitest'
import { depositXpub } from '../../../tests/support/bitcoin/regtest.ts'
import { WORDS } from '../../../tests/support/ethereum/anvil-market.ts'
import { bitcoinAddresses } from './addresses.ts'
import { bitcoinNetworks, keyForms } from '../networks/bitcoin-networks.ts'

/** The account 0 of the test vectors of BIP-84, and its first two addresses. */
const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'
const FIRST = ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g']

const two = (addresses: ReturnType<typeof bitcoinAddresses>) => addresses && [addresses.at(0), addresses.at(1)]

it('derives the addresses of BIP-84 from the public key of an account in either form', () => {
  expect(two(bitcoinAddresses('main', ZPUB))).toEqual(FIRST)
  expect([depositXpub('main'), depositXpub('main', 1)].map((xpub) => two(bitcoinAddresses('main', xpub)))).toEqual([
    FIRST,
    FIRST,
  ])
  expect(depositXpub('main', 1)).toBe(ZPUB)
})

it('derives an address of each network, and the same one from the hash of its key', () => {
  const first = bitcoinNetworks.map((network) => bitcoinAddresses(network, depositXpub(network))!.at(0))
  expect(first.map((address) => address.split('1q')[0])).toEqual(['bc', 'tb', 'tb', 'tb', 'bcrt'])
  // The account of test networks is another one.
  expect(first[1]).toBe('tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl')
  const hash = HDKey.fromMasterSeed(mnemonicToSeedSync(WORDS)).derive("m/84'/0'/0'/0/0").pubKeyHash!
  expect(bitcoinAddresses('main', ZPUB)!.of(hash)).toBe(FIRST[0])
})

it('takes no private key, no mistyped one, and none of other networks', () => {
  const root = HDKey.fromMasterSeed(mnemonicToSeedSync(WORDS))
  const secret = root.derive("m/84'/0'/0'").privateExtendedKey
  const zprv = HDKey.fromMasterSeed(mnemonicToSeedSync(WORDS), keyForms('main')[1]).privateExtendedKey
  const mistyped = `${ZPUB.slice(0, -1)}t`
  for (const text of [secret!, zprv!, mistyped, depositXpub('signet'), depositXpub('signet', 1), 'xpub', ''])
    expect(bitcoinAddresses('main', text)).toBeUndefined()
  expect(bitcoinAddresses('signet', ZPUB)).toBeUndefined()
})
