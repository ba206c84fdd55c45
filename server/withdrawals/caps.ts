import { assetOf, coinText, readCoins, type Coin } from '#contract/coins/assets.ts'
import type { Network } from '#contract/coins/networks.ts'
import type { WalletExcess } from '#contract/reserves/schema-operator.ts'
import type { PayingChain } from '../chains/chain.ts'
import type { Db } from '../db/tables/tables.ts'
import { readPairs } from '../deposits/pairs.ts'
import { readSiteSettings } from '../market/settings.ts'

// A paying wallet is within the reach of a signer that runs every day. The operator says how much of a coin may lie in
// it, such as `ethereum USDT 50000; ethereum ETH 10`; more is reported, and belongs at a reserve address.

/** The most units of a coin in the paying wallet of a network; absent: as many as there are. */
type WalletCaps = ReadonlyMap<string, bigint>

const nameOf = (network: Network, coin: Coin): string => `${network} ${coin}`

/** Reads the operator's caps; undefined when they cannot be read. */
export function readWalletCaps(value: string): WalletCaps | undefined {
  const caps = new Map<string, bigint>()
  const pairs = readPairs(value, 1)
  if (!pairs) return undefined
  for (const { network, coin, fields } of pairs) {
    const most = readCoins(fields[0]!, coin)
    if (most === undefined) return undefined
    caps.set(nameOf(network, coin), most)
  }
  return caps
}

/** The caps as the operator writes them. */
export const walletCapsText = (caps: WalletCaps): string =>
  [...caps].map(([name, most]) => `${name} ${coinText(most, name.split(' ')[1] as Coin)}`).join('; ')

/** The caps, which are checked before they are stored. */
export const walletCaps = async (db: Db): Promise<WalletCaps> =>
  readWalletCaps((await readSiteSettings(db)).wallet_caps)!

/** The most units of a coin in the paying wallet of a network; undefined without a cap. */
export const capOf = async (db: Db, network: Network, coin: Coin): Promise<bigint | undefined> =>
  (await walletCaps(db)).get(nameOf(network, coin))

/** The units beyond a cap. */
export function beyondCap(caps: WalletCaps, network: Network, coin: Coin, units: bigint): bigint {
  const most = caps.get(nameOf(network, coin))
  return most !== undefined && units > most ? units - most : 0n
}

/** The paying wallets that hold more than they may; those whose node does not answer are left out. */
export async function walletsBeyond(db: Db, chains: readonly PayingChain[]): Promise<WalletExcess[]> {
  const caps = await walletCaps(db)
  const beyond: WalletExcess[] = []
  for (const chain of chains)
    try {
      beyond.push(...(await excessOf(caps, chain)))
    } catch (error) {
      const why = error instanceof Error ? error.message : error
      console.warn(`The paying wallet on ${chain.id} is not compared with its caps:`, why)
    }
  return beyond
}

async function excessOf(caps: WalletCaps, { network, test, wallet }: PayingChain): Promise<WalletExcess[]> {
  const coins = wallet?.coins ?? []
  const units = await Promise.all(coins.map((coin) => wallet!.holds(coin)))
  return coins.flatMap((coin, n) => {
    const over = beyondCap(caps, network, coin, units[n]!)
    return over > 0n ? [{ network, asset: assetOf(coin, test), over: String(over) }] : []
  })
}
