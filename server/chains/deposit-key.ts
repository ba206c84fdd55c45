import { ECDH } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { getAddress, type Address } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'

/**
 * Reads the extended public key of a BIP-44 account (`m/44'/60'/0'`); undefined where it is none. An extended private
 * key is none either: this process holds no key that can sign.
 */
export function readDepositKey(xpub: string): HDKey | undefined {
  try {
    const key = HDKey.fromExtendedKey(xpub)
    return key.privateKey === null ? key : undefined
  } catch {
    // Not an extended key, or a character of it is wrong.
    return undefined
  }
}

/** The Ethereum address of a deposit: key `0/index` of the account, the external chain of BIP-44. */
export function ethereumAddressAt(key: HDKey, index: number): Address {
  const { publicKey } = key.deriveChild(0).deriveChild(index)
  const whole = ECDH.convertKey(publicKey!, 'secp256k1', undefined, 'hex', 'uncompressed') as string
  return getAddress(publicKeyToAddress(`0x${whole}`))
}
