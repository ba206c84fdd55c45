import { secp256k1 } from '@noble/curves/secp256k1.js'
import { HDKey } from '@scure/bip32'
import { entropyToMnemonic, mnemonicToSeedWebcrypto } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { pubECDSA, pubSchnorr, signECDSA, signSchnorr, taprootTweakPrivKey } from '@scure/btc-signer/utils.js'
import { toHex } from 'viem'
import { privateKeyToAddress, sign } from 'viem/accounts'
import { depositAccount, keyForms, payingKey, type BitcoinNetwork } from '../chains/networks/bitcoin-networks.ts'
import { keyAddress } from '../chains/networks/tron-address.ts'
import type { SegwitKey } from './networks/bitcoin-sweeper.ts'
import type { BitcoinKey } from './networks/bitcoin.ts'
import type { EvmKey } from './networks/evm.ts'
import type { TronKey } from './networks/tron.ts'

// The keys of all chains. An account's extended public key and a single private key of its addresses together reveal
// all of its private keys. So a wallet that pays is in an account of its own, beside that of the deposits. No private
// key leaves this file: what others get is a function that signs a digest.
const DEPOSITS = "m/44'/60'/0'"
const WALLET = "m/44'/60'/1'/0/0"

/** The account of the deposits on Tron, and the wallet in an account beside it (BIP-44). */
const [TRON_DEPOSITS, TRON_WALLET] = ["m/44'/195'/0'", "m/44'/195'/1'/0/0"]

/** The keys on a chain. */
interface ChainKeys<T> {
  /** The extended public key of the deposit addresses, which are its children 0/0, 0/1 and so on. */
  xpub: string
  /** The wallet that pays. */
  wallet: T
}

/** The same on a chain whose deposits are collected. */
interface CollectedKeys<T, D> extends ChainKeys<T> {
  /** The key of a deposit address, by its number. */
  deposit(index: number): D
}

/** The private key of a deposit address. */
const privateAt = (account: HDKey, index: number): Uint8Array => account.deriveChild(0).deriveChild(index).privateKey!

/** The seed of BIP-39, which wallets derive from the recovery words. */
const binarySeedOf = (seed: Uint8Array): Promise<Uint8Array> =>
  mnemonicToSeedWebcrypto(entropyToMnemonic(seed, wordlist))

/** Derives the keys on Ethereum from the seed, as wallets derive them from its recovery words (BIP-44). */
export async function evmKeysOf(seed: Uint8Array): Promise<CollectedKeys<EvmKey, EvmKey>> {
  const root = HDKey.fromMasterSeed(await binarySeedOf(seed))
  const account = root.derive(DEPOSITS)
  const keyOf = (bytes: Uint8Array): EvmKey => {
    const privateKey = toHex(bytes)
    return { address: privateKeyToAddress(privateKey), sign: (hash) => sign({ hash, privateKey }) }
  }
  return {
    xpub: account.publicExtendedKey,
    wallet: keyOf(root.derive(WALLET).privateKey!),
    deposit: (index) => keyOf(privateAt(account, index)),
  }
}

/** The same on Tron, whose networks share them, and where no deposits are collected. */
export async function tronKeysOf(seed: Uint8Array): Promise<ChainKeys<TronKey>> {
  const root = HDKey.fromMasterSeed(await binarySeedOf(seed))
  const { privateKey, publicKey } = root.derive(TRON_WALLET)
  return {
    xpub: root.derive(TRON_DEPOSITS).publicExtendedKey,
    wallet: {
      address: keyAddress(publicKey!),
      async sign(digest) {
        const [recovery, ...signature] = secp256k1.sign(digest, privateKey!, { prehash: false, format: 'recovered' })
        return Uint8Array.of(...signature, recovery!)
      },
    },
  }
}

/** The same on a network of Bitcoin: BIP-84 for deposits, in BIP-32's form, and BIP-86 for the wallet. */
export async function bitcoinKeysOf(
  seed: Uint8Array,
  network: BitcoinNetwork,
): Promise<CollectedKeys<BitcoinKey, SegwitKey>> {
  const [form] = keyForms(network)
  const root = HDKey.fromMasterSeed(await binarySeedOf(seed), form)
  const account = root.derive(depositAccount(network))
  // That of the address itself: tweaked by the internal key alone, since there are no scripts.
  const privateKey = taprootTweakPrivKey(root.derive(payingKey(network)).privateKey!)
  return {
    xpub: account.publicExtendedKey,
    wallet: { output: pubSchnorr(privateKey), sign: async (digest) => signSchnorr(digest, privateKey) },
    deposit(index) {
      const child = privateAt(account, index)
      // With a small r (`true`), so that no signature is longer than 71 bytes with its type.
      return { publicKey: pubECDSA(child), sign: async (digest) => signECDSA(digest, child, true) }
    },
  }
}
