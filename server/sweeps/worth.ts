import { unitsIn, type Coin } from '#contract/coins/assets.ts'
import { coinWorth } from '#contract/currencies/coin-worth.ts'
import type { Db } from '../db/tables/tables.ts'
import { coinRates, type CoinRate } from '../rates/coin-rates.ts'

// Whether collecting an amount is worth its price.

/** The rates that nobody doubts. */
export const currentRates = async (db: Db, now: number): Promise<readonly CoinRate[]> =>
  (await coinRates(db, now)).filter(({ state }) => state === 'payable')

/** An amount of a coin (units). */
interface Units {
  coin: Coin
  amount: bigint
}

/** Whether a price is at most so many percent of an amount; undefined where a coin has no current rate. */
export function isWorth(rates: readonly CoinRate[], of: Units, cost: Units, percent: number): boolean | undefined {
  if (of.coin === cost.coin) return cost.amount * 100n <= of.amount * BigInt(percent)
  const [price, worth] = [parts(rates, cost), parts(rates, of)]
  if (!price || !worth) return undefined
  return price.above * worth.below * 100n <= worth.above * price.below * BigInt(percent)
}

/** The worth of an amount as a fraction. */
function parts(rates: readonly CoinRate[], { coin, amount }: Units): { above: bigint; below: bigint } | undefined {
  const rate = rates.find((one) => one.coin === coin)
  return rate && { above: amount * BigInt(rate.numerator), below: BigInt(rate.denominator) * unitsIn(coin) }
}

/** The worth of a price, rounded up (minor units of the market's `currency`); undefined where its coin has no rate. */
export function priceWorth(rates: readonly CoinRate[], { coin, amount }: Units, currency: string): number | undefined {
  const rate = rates.find((one) => one.coin === coin)
  return rate && (amount === 0n ? 0 : coinWorth(amount, coin, rate, currency) + 1)
}
