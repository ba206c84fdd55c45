import { ECDH } from 'node:crypto'
import type { HDKey } from '@scure/bip32'
import { getAddress, type Address } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'

/** The Ethereum address of a deposit: key `0/index` of the account `m/44'/60'/0'`, the external chain of BIP-44. */
export function ethereumAddressAt(key: HDKey, index: number): Address {
  const { publicKey } = key.deriveChild(0).deriveChild(index)
  const whole = ECDH.convertKey(publicKey!, 'secp256k1', undefined, 'hex', 'uncompressed') as string
  return getAddress(publicKeyToAddress(`0x${whole}`))
}
