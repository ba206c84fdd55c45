import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import type { EthereumSettings } from '#server/chains/real.ts'
import { ANVIL_ID, startAnvil, type Anvil } from './anvil.ts'
import { compileTokens } from './compile.ts'

/** The first test vector of BIP-39. */
export const WORDS = `${'abandon '.repeat(11)}about`

/** The account of the deposit addresses under these words. */
export const depositAccount = (): HDKey => HDKey.fromMasterSeed(mnemonicToSeedSync(WORDS)).derive("m/44'/60'/0'")

/** A local chain with a token whose transfer returns nothing, and a market's settings of the two. */
export async function startEthereum(): Promise<{ anvil: Anvil; settings: EthereumSettings; usdt: `0x${string}` }> {
  const anvil = await startAnvil()
  const usdt = await anvil.deploy((await compileTokens()).Silent, 6)
  const xpub = depositAccount().publicExtendedKey
  return { anvil, usdt, settings: { rpc: anvil.url, chainId: ANVIL_ID, xpub, usdt } }
}
