import { hash } from 'node:crypto'
import { createBase58check } from '@scure/base'
import type { HDKey } from '@scure/bip32'
import { keyHash, keyHashAt } from './evm-address.ts'

// An address has 21 bytes: a prefix, and 20 as on Ethereum. People see it in Base58Check, which begins with T. Nodes
// show 21 bytes in hexadecimal, and in logs 20.

const base58check = createBase58check((bytes: Uint8Array) => hash('sha256', bytes, 'buffer'))

/** The first byte of every address, in hexadecimal. */
export const PREFIX = '41'

/** The 20 bytes of an address in hexadecimal, without the prefix. @throws Error where it is none */
export const tronBytesOf = (address: string): string => Buffer.from(base58check.decode(address)).toString('hex', 1)

/** The address of 20 bytes in hexadecimal. */
export const tronAddressOf = (bytes: string): string => base58check.encode(Buffer.from(`${PREFIX}${bytes}`, 'hex'))

/** The address of a public key. */
export const keyAddress = (publicKey: Uint8Array): string => tronAddressOf(keyHash(publicKey).toString('hex'))

/** The address that nobody has a key of. */
export const NOBODY = tronAddressOf('00'.repeat(20))

/** The address of a deposit: key `0/index` of the account `m/44'/195'/0'`, the external chain of BIP-44. */
export const tronAddressAt = (key: HDKey, index: number): string => tronAddressOf(keyHashAt(key, index).toString('hex'))
