import type { HDKey } from '@scure/bip32'
import { Address, p2wpkh } from '@scure/btc-signer'
import { readAccountKey } from '../account-key.ts'
import { addressForm, keyForms, type BitcoinNetwork } from '../networks/bitcoin-networks.ts'

/** The deposit addresses of a network, all of native SegWit: a witness program of version 0 with a key's hash. */
export interface BitcoinAddresses {
  /** Key `0/index` of the account, the external chain of BIP-84. */
  at(index: number): string
  /** The address of a key's hash (20 bytes). */
  of(hash: Uint8Array): string
}

/** The addresses of an account's extended public key; undefined where that is none of the network. */
export function bitcoinAddresses(network: BitcoinNetwork, xpub: string): BitcoinAddresses | undefined {
  const key = readAccountKey(xpub, keyForms(network))
  if (!key) return undefined
  const form = addressForm(network)
  const coder = Address(form)
  const external: HDKey = key.deriveChild(0)
  return {
    at: (index) => p2wpkh(external.deriveChild(index).publicKey!, form).address!,
    of: (hash) => coder.encode({ type: 'wpkh', hash }),
  }
}
