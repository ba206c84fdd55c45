import type { Coin } from '#contract/coins/assets.ts'
import type { Network } from '#contract/coins/networks.ts'

/** The coins that are taken on each network, and their default minimums, which exceed the usual fee. */
export const depositCoins: readonly { network: Network; coin: Coin; least: string }[] = [
  { network: 'ethereum', coin: 'USDT', least: '20' },
  { network: 'ethereum', coin: 'ETH', least: '0.005' },
  { network: 'tron', coin: 'USDT', least: '5' },
  { network: 'bitcoin', coin: 'BTC', least: '0.0002' },
]

/** A coin on a network, with the fields that an operator wrote after them. */
interface PairFields {
  network: Network
  coin: Coin
  fields: readonly string[]
}

/**
 * Reads a text such as `tron USDT 5 20; bitcoin BTC 0.0002 3`; undefined where a pair is unknown, or has another number
 * of fields.
 */
export function readPairs(text: string, count: number): PairFields[] | undefined {
  const parts = text.split(';').map((part) => part.trim())
  const read = parts
    .filter((part) => part !== '')
    .map((part) => {
      const [network, coin, ...fields] = part.split(/\s+/)
      const pair = depositCoins.find((one) => one.network === network && one.coin === coin)
      return pair && fields.length === count ? { network: pair.network, coin: pair.coin, fields } : undefined
    })
  return read.includes(undefined) ? undefined : (read as PairFields[])
}
