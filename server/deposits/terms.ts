import { coinText, readCoins, type Coin } from '#contract/rules/coins.ts'
import { networkRule, type Network } from '#contract/rules/networks.ts'
import { FOLLOWED_DEPTH } from '../chains/chain.ts'

// The operator's terms of deposits, such as `tron USDT 5 20; bitcoin BTC 0.0002 3`: each a network, a coin, the minimum
// and the confirmations. Pairs that are not named have their defaults.

/** The terms of a coin on a network; `minimum` in units. */
export interface DepositTerms {
  minimum: bigint
  confirmations: number
}

/** The coins that are taken on each network, and their default minimums, which exceed the usual fee. */
export const depositCoins: readonly { network: Network; coin: Coin; least: string }[] = [
  { network: 'ethereum', coin: 'USDT', least: '20' },
  { network: 'ethereum', coin: 'ETH', least: '0.005' },
  { network: 'tron', coin: 'USDT', least: '5' },
  { network: 'bitcoin', coin: 'BTC', least: '0.0002' },
]

/** The terms of every network and coin. */
export type AllDepositTerms = ReadonlyMap<string, DepositTerms>

const nameOf = (network: string, coin: string): string => `${network} ${coin}`

/**
 * The terms of a coin on a network.
 *
 * @throws Error where the coin is not taken there; such deposits are never stored
 */
export function termsOf(all: AllDepositTerms, network: Network, coin: Coin): DepositTerms {
  const terms = all.get(nameOf(network, coin))
  if (!terms) throw new Error(`${coin} is not taken on ${network}`)
  return terms
}

/** Whether a coin is taken on a network. */
export const isTaken = (network: Network, coin: Coin): boolean =>
  depositCoins.some((pair) => pair.network === network && pair.coin === coin)

/** Reads the operator's terms; undefined when they cannot be read. */
export function readDepositTerms(value: string): AllDepositTerms | undefined {
  const all = new Map(
    depositCoins.map(({ network, coin, least }) => [
      nameOf(network, coin),
      { minimum: readCoins(least, coin)!, confirmations: networkRule(network).confirmations },
    ]),
  )
  for (const one of value.split(';').map((text) => text.trim())) {
    if (one === '') continue
    const [network = '', coin = '', amount = '', confirmations = '', ...more] = one.split(/\s+/)
    const pair = depositCoins.find((one) => one.network === network && one.coin === coin)
    const minimum = pair && readCoins(amount, pair.coin)
    const count = /^\d{1,3}$/.test(confirmations) ? Number(confirmations) : 0
    if (minimum === undefined || count < 1 || count >= FOLLOWED_DEPTH || more.length > 0) return undefined
    all.set(nameOf(network, coin), { minimum, confirmations: count })
  }
  return all
}

/** The terms as the operator writes them. */
export const depositTermsText = (all: AllDepositTerms): string =>
  depositCoins
    .map(({ network, coin }) => {
      const { minimum, confirmations } = termsOf(all, network, coin)
      return `${network} ${coin} ${coinText(minimum, coin)} ${confirmations}`
    })
    .join('; ')
