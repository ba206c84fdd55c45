import { ECDH } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { HDKey } from '@scure/bip32'
import type { Address } from 'viem'
import { readAddress } from '#contract/coins/crypto-addresses.ts'

/** The 20 bytes in the address of a public key: a hash of it. */
export function keyHash(publicKey: Uint8Array): Buffer {
  const whole = ECDH.convertKey(publicKey, 'secp256k1', undefined, undefined, 'uncompressed') as Buffer
  // The first byte names the form of the key.
  return Buffer.from(keccak_256(whole.subarray(1)).subarray(-20))
}

/** The 20 bytes in the address of key `0/index` of an account, the external chain of BIP-44. */
export const keyHashAt = (key: HDKey, index: number): Buffer =>
  keyHash(key.deriveChild(0).deriveChild(index).publicKey!)

/** The Ethereum address of a deposit, of the account `m/44'/60'/0'`, in the mixed case of EIP-55. */
export function ethereumAddressAt(key: HDKey, index: number): Address {
  const read = readAddress('ethereum', `0x${keyHashAt(key, index).toString('hex')}`)
  if (!('address' in read)) throw new Error('A derived address is none')
  return read.address as Address
}
