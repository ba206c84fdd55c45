import { coinText, readCoins, type Coin } from '#contract/coins/assets.ts'
import { networkRule, type Network } from '#contract/coins/networks.ts'
import { FOLLOWED_DEPTH } from '../chains/chain.ts'
import { depositCoins, readPairs } from './pairs.ts'

// The operator's terms of deposits, such as `tron USDT 5 20; bitcoin BTC 0.0002 3`: each a network, a coin, the minimum
// and the confirmations. Pairs that are not named have their defaults.

/** The terms of a coin on a network; `minimum` in units. */
export interface DepositTerms {
  minimum: bigint
  confirmations: number
}

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
export const isCoinTaken = (network: Network, coin: Coin): boolean =>
  depositCoins.some((pair) => pair.network === network && pair.coin === coin)

/** Reads the operator's terms; undefined when they cannot be read. */
export function readDepositTerms(value: string): AllDepositTerms | undefined {
  const all = new Map(
    depositCoins.map(({ network, coin, least }) => [
      nameOf(network, coin),
      { minimum: readCoins(least, coin)!, confirmations: networkRule(network).confirmations },
    ]),
  )
  const pairs = readPairs(value, 2)
  if (!pairs) return undefined
  for (const { network, coin, fields } of pairs) {
    const [amount, confirmations] = fields as [string, string]
    const minimum = readCoins(amount, coin)
    const count = /^\d{1,3}$/.test(confirmations) ? Number(confirmations) : 0
    if (minimum === undefined || count < 1 || count >= FOLLOWED_DEPTH) return undefined
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
