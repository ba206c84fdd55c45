import { taprootAddress } from './protocol/bitcoin-transaction.ts'
import type { BitcoinKey } from './networks/bitcoin.ts'
import type { BitcoinChain, EvmChain, SignerConfig } from './config/config.ts'
import type { EvmKey } from './networks/evm.ts'
import type { AboutSigner } from './protocol/protocol.ts'
import type { TronChain } from './config/tron.ts'
import type { TronKey } from './networks/tron.ts'

/** The wallets that pay. */
interface Wallets {
  evm: Pick<EvmKey, 'address'>
  bitcoin: Pick<BitcoinKey, 'output'>
  tron: Pick<TronKey, 'address'>
}

/** The operators, wallets, chains and destinations of a signer, all of them public. */
export function aboutSigner({ operators, networks }: SignerConfig, wallets: Wallets): AboutSigner {
  const [evm, bitcoin, tron] = (['ethereum', 'bitcoin', 'tron'] as const).map((name) => networks.get(name)?.chain)
  const ethereum = evm?.kind === 'evm' && ethereumOf(evm, wallets.evm.address)
  const onBitcoin = bitcoin?.kind === 'bitcoin' && bitcoinOf(bitcoin, wallets.bitcoin.output)
  const onTron = tron?.kind === 'tron' && tronOf(tron, wallets.tron.address)
  const sweeps = {
    ...(ethereum && ethereum.sweeps && { ethereum: ethereum.sweeps }),
    ...(onBitcoin && onBitcoin.sweeps && { bitcoin: onBitcoin.sweeps }),
  }
  return {
    keys: [...operators.keys()],
    wallets: {
      ...(ethereum && { ethereum: ethereum.wallet }),
      ...(onBitcoin && { bitcoin: onBitcoin.wallet }),
      ...(onTron && { tron: onTron.wallet }),
    },
    chains: {
      ...(ethereum && { ethereum: ethereum.chain }),
      ...(onBitcoin && { bitcoin: onBitcoin.chain }),
      ...(onTron && { tron: onTron.chain }),
    },
    ...(Object.keys(sweeps).length > 0 && { sweeps }),
  }
}

function ethereumOf({ id, usdt, sweeps }: EvmChain, wallet: string) {
  const own = sweeps && { to: sweeps.to ?? wallet, gas: Number(sweeps.gas) }
  return { wallet, chain: { id, usdt }, sweeps: own }
}

function bitcoinOf({ network, sweeps }: BitcoinChain, output: Uint8Array) {
  const wallet = taprootAddress(network, output)
  return { wallet, chain: { network }, sweeps: sweeps && { to: sweeps.to ?? wallet } }
}

const tronOf = ({ network, usdt }: TronChain, wallet: string) => ({
  wallet,
  chain: { genesis: network.genesis, usdt },
})
