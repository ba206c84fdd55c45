import type { Versions } from '@scure/bip32'

// Bitcoin's networks, without a library: the market's settings and its signer name them, too.

/** The networks, by the names that nodes give them. `testnet` is the third of that name, beside the fourth. */
export const bitcoinNetworks = ['main', 'testnet', 'testnet4', 'signet', 'regtest'] as const
export type BitcoinNetwork = (typeof bitcoinNetworks)[number]

interface BitcoinRules {
  /** The hash of the first block. */
  genesis: string
  /** The letters with which addresses begin (BIP-173). */
  prefix: string
  /** The easiest target that a block may have; a higher one means less work. */
  easiest: bigint
}

/** A target of this many units of difficulty, as a power of two. */
const difficulty = (power: bigint): bigint => 0xffffn << (208n - power)

const rules: Record<BitcoinNetwork, BitcoinRules> = {
  main: {
    genesis: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    prefix: 'bc',
    // The network's own limit is one. It has been above 2^43 since 2020, so that a block with less work is forged.
    easiest: difficulty(43n),
  },
  testnet: {
    genesis: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
    prefix: 'tb',
    easiest: difficulty(0n),
  },
  testnet4: {
    genesis: '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043',
    prefix: 'tb',
    easiest: difficulty(0n),
  },
  signet: {
    genesis: '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6',
    prefix: 'tb',
    easiest: 0x377aen << 216n,
  },
  regtest: {
    genesis: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
    prefix: 'bcrt',
    easiest: 0x7fffffn << 232n,
  },
}

/** The rules of a network. */
export const bitcoinRules = (network: BitcoinNetwork): BitcoinRules => rules[network]

/** Whether a network's coins are worth nothing. */
export const isTestNetwork = (network: BitcoinNetwork): boolean => network !== 'main'

/** The numbers and letters with which a network's addresses begin, as libraries name them. */
export const addressForm = (network: BitcoinNetwork) =>
  isTestNetwork(network)
    ? { bech32: rules[network].prefix, pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
    : { bech32: rules[network].prefix, pubKeyHash: 0x00, scriptHash: 0x05, wif: 0x80 }

/** The number of a network's coins in the paths of keys (SLIP-44). */
const coinType = (network: BitcoinNetwork): number => (isTestNetwork(network) ? 1 : 0)

/** The account of the deposit addresses under a wallet's words, native SegWit (BIP-84). */
export const depositAccount = (network: BitcoinNetwork): string => `m/84'/${coinType(network)}'/0'`

/** The key of the paying wallet under the same words: one Taproot address (BIP-86), in an account of its own. */
export const payingKey = (network: BitcoinNetwork): string => `m/86'/${coinType(network)}'/1'/0/0`

/** The least that an output may pay (satoshis): nodes pass none on that costs more to spend than it is worth. */
export const BITCOIN_DUST = 546n

/**
 * The first bytes of extended keys: those of BIP-32, then those by which wallets say that a key is for native SegWit
 * (SLIP-132). As text they begin with xpub and zpub, on test networks with tpub and vpub.
 */
export const keyForms = (network: BitcoinNetwork): readonly [Versions, Versions] =>
  isTestNetwork(network)
    ? [
        { private: 0x04358394, public: 0x043587cf },
        { private: 0x045f18bc, public: 0x045f1cf6 },
      ]
    : [
        { private: 0x0488ade4, public: 0x0488b21e },
        { private: 0x04b2430c, public: 0x04b24746 },
      ]
