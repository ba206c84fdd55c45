import { minorPlaces } from './money.ts'

// Amounts in other currencies, the same code on the device and at the server: whole numbers throughout, one rounding an
// amount, and a total is the sum of what is shown.

/** The market's currency: that of order amounts, in which coins are valued and prices of all currencies compared. */
export const MARKET_CURRENCY = 'USD'

/** What one unit of a currency is worth in the market's, as a fraction of integers. */
export interface Fraction {
  numerator: number
  denominator: number
}
/** A rate as the market had it from `at` (Unix ms) on; the next one has another id. */
export interface Rate extends Fraction {
  id: number
  currency: string
  at: number
}

/** What a unit of a currency is worth; undefined while the market has no rate for it. */
export type RateOf = (currency: string) => Fraction | undefined

const ITSELF: Fraction = { numerator: 1, denominator: 1 }

/** Rates by their currency. */
export const ratesIn = (rates: readonly Rate[]): RateOf => {
  const by = new Map<string, Fraction>(rates.map((rate) => [rate.currency, rate]))
  return (currency) => (currency === MARKET_CURRENCY ? ITSELF : by.get(currency))
}

/**
 * An amount in minor units of another currency, rounded half up, but never to nothing: what costs something is never
 * free. Undefined without a rate, and when it is too large to be exact.
 */
export function convert(amount: number, from: string, to: string, rateOf: RateOf): number | undefined {
  if (from === to) return amount
  const [of, into] = [rateOf(from), rateOf(to)]
  if (!of || !into) return undefined
  const above = BigInt(amount) * BigInt(of.numerator) * BigInt(into.denominator) * 10n ** BigInt(minorPlaces(to))
  const below = BigInt(of.denominator) * BigInt(into.numerator) * 10n ** BigInt(minorPlaces(from))
  const worth = Number((2n * above + below) / (2n * below))
  if (!Number.isSafeInteger(worth)) return undefined
  return amount > 0 ? Math.max(1, worth) : worth
}
