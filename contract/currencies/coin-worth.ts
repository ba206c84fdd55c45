import { coinStep, unitsIn, type Coin } from '../coins/assets.ts'
import type { Fraction } from './exchange.ts'
import { minorPlaces } from './money.ts'

// The worth of coins in the market's currency, the same code on the device and at the server. A rate is the worth of
// one coin as a fraction of integers; amounts are in minor units of the currency.

const minorIn = (currency: string): bigint => 10n ** BigInt(minorPlaces(currency))

/** The units of a coin to pay for an amount: rounded up to the coin's payment step. */
export function unitsToPay(amount: number, currency: string, coin: Coin, rate: Fraction): bigint {
  const above = BigInt(amount) * BigInt(rate.denominator) * unitsIn(coin)
  const below = minorIn(currency) * BigInt(rate.numerator) * coinStep(coin)
  return ((above + below - 1n) / below) * coinStep(coin)
}

/** The part of an amount that pays for `missing` of its `units`, rounded up. */
export const amountOf = (amount: number, missing: bigint, units: bigint): number =>
  Number((BigInt(amount) * missing + units - 1n) / units)

/** The worth of units of a coin in the currency of its rate, rounded down. */
export const coinWorth = (units: bigint, coin: Coin, rate: Fraction, currency: string): number =>
  Number((units * BigInt(rate.numerator) * minorIn(currency)) / (BigInt(rate.denominator) * unitsIn(coin)))
