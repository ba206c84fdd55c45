import { coinText, readCoins, type Coin } from '#contract/coins/assets.ts'
import type { Network } from '#contract/coins/networks.ts'
import { BITCOIN_DUST } from '../chains/networks/bitcoin-networks.ts'
import { readPairs } from '../deposits/pairs.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { readSiteSettings } from '../market/settings.ts'

// The operator's terms of withdrawals, such as `tron USDT 1.5 5; bitcoin BTC 0.00005 0.0003`: each a network, a coin,
// the fee and the minimum. Pairs that are not named have their defaults.

/** The terms of a coin on a network, in units; the fee comes off the amount. */
export interface WithdrawalTerms {
  fee: bigint
  minimum: bigint
}

/** The default fee and minimum of each coin on each network. */
const defaults: readonly { network: Network; coin: Coin; fee: string; minimum: string }[] = [
  { network: 'ethereum', coin: 'USDT', fee: '5', minimum: '20' },
  { network: 'ethereum', coin: 'ETH', fee: '0.001', minimum: '0.005' },
  { network: 'tron', coin: 'USDT', fee: '1.5', minimum: '5' },
  { network: 'bitcoin', coin: 'BTC', fee: '0.00005', minimum: '0.0003' },
]

/** The terms of every network and coin. */
export type AllWithdrawalTerms = ReadonlyMap<string, WithdrawalTerms>

const nameOf = (network: Network, coin: Coin): string => `${network} ${coin}`

/** The terms of a coin on a network; undefined where it is not sent there. */
export const withdrawalTermsOf = (all: AllWithdrawalTerms, network: Network, coin: Coin): WithdrawalTerms | undefined =>
  all.get(nameOf(network, coin))

/** Reads the operator's terms; undefined when they cannot be read. */
export function readWithdrawalTerms(value: string): AllWithdrawalTerms | undefined {
  const all = new Map<string, WithdrawalTerms>()
  for (const { network, coin, fee, minimum } of defaults)
    all.set(nameOf(network, coin), { fee: readCoins(fee, coin)!, minimum: readCoins(minimum, coin)! })
  const pairs = readPairs(value, 2)
  if (!pairs) return undefined
  for (const { network, coin, fields } of pairs) {
    const [fee, minimum] = fields.map((field) => readCoins(field, coin))
    // Something must be left to send.
    if (fee === undefined || minimum === undefined || minimum <= fee) return undefined
    // Nobody passes on a smaller payment.
    const least = coin === 'BTC' ? fee + BITCOIN_DUST : minimum
    all.set(nameOf(network, coin), { fee, minimum: minimum > least ? minimum : least })
  }
  return all
}

/** The terms as the operator writes them. */
export const withdrawalTermsText = (all: AllWithdrawalTerms): string =>
  defaults
    .map(({ network, coin }) => {
      const { fee, minimum } = withdrawalTermsOf(all, network, coin)!
      return `${network} ${coin} ${coinText(fee, coin)} ${coinText(minimum, coin)}`
    })
    .join('; ')

/** The operator's terms, which are checked before they are stored. */
export const withdrawalTerms = async (db: Db | Tx): Promise<AllWithdrawalTerms> =>
  readWithdrawalTerms((await readSiteSettings(db)).withdrawal_terms)!
