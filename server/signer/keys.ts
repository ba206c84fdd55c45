import { HDKey } from '@scure/bip32'
import { entropyToMnemonic, mnemonicToSeedWebcrypto } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { pubSchnorr, signSchnorr, taprootTweakPrivKey } from '@scure/btc-signer/utils.js'
import { toHex } from 'viem'
import { privateKeyToAddress, sign } from 'viem/accounts'
import { depositAccount, keyForms, payingKey, type BitcoinNetwork } from '../chains/bitcoin-networks.ts'
import type { BitcoinKey } from './bitcoin.ts'
import type { EvmKey } from './evm.ts'

// The keys of both chains. An account's extended public key and a single private key of its addresses together reveal
// all of its private keys. So a wallet that pays is in an account of its own, beside that of the deposits. No private
// key leaves this file.
const DEPOSITS = "m/44'/60'/0'"
const WALLET = "m/44'/60'/1'/0/0"

/** The account of the deposits on Tron (BIP-44). */
const TRON_DEPOSITS = "m/44'/195'/0'"

/** The keys on a chain. */
interface ChainKeys<T> {
  /** The extended public key of the deposit addresses, which are its children 0/0, 0/1 and so on. */
  xpub: string
  /** The wallet that pays. */
  wallet: T
}

/** The seed of BIP-39, which wallets derive from the recovery words. */
const binarySeedOf = (seed: Uint8Array): Promise<Uint8Array> =>
  mnemonicToSeedWebcrypto(entropyToMnemonic(seed, wordlist))

/** Derives the keys on Ethereum from the seed, as wallets derive them from its recovery words (BIP-44). */
export async function evmKeysOf(seed: Uint8Array): Promise<ChainKeys<EvmKey>> {
  const root = HDKey.fromMasterSeed(await binarySeedOf(seed))
  const privateKey = toHex(root.derive(WALLET).privateKey!)
  return {
    xpub: root.derive(DEPOSITS).publicExtendedKey,
    wallet: { address: privateKeyToAddress(privateKey), sign: (hash) => sign({ hash, privateKey }) },
  }
}

/** The extended public key of the deposit addresses on Tron. */
export const tronXpubOf = async (seed: Uint8Array): Promise<string> =>
  HDKey.fromMasterSeed(await binarySeedOf(seed)).derive(TRON_DEPOSITS).publicExtendedKey

/** The same on a network of Bitcoin: BIP-84 for deposits, in BIP-32's form, and BIP-86 for the wallet. */
export async function bitcoinKeysOf(seed: Uint8Array, network: BitcoinNetwork): Promise<ChainKeys<BitcoinKey>> {
  const [form] = keyForms(network)
  const root = HDKey.fromMasterSeed(await binarySeedOf(seed), form)
  // That of the address itself: tweaked by the internal key alone, since there are no scripts.
  const privateKey = taprootTweakPrivKey(root.derive(payingKey(network)).privateKey!)
  return {
    xpub: root.derive(depositAccount(network)).publicExtendedKey,
    wallet: { output: pubSchnorr(privateKey), sign: async (digest) => signSchnorr(digest, privateKey) },
  }
}
