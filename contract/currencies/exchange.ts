import { minorPlaces } from './money.ts'

// Amounts in other currencies, the same code on the device and at the server: whole numbers throughout, one rounding an
// amount, and a total is the sum of what is shown.

// The market's currency is that of order amounts, in which coins are valued and prices of all currencies compared.

/** The market's currency until its operator chooses another; also where an older server does not state it. */
export const FIRST_CURRENCY = 'USD'

/** The worth of one unit of a currency in the market's currency, as a fraction of integers. */
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

/**
 * Stands for the market's currency in an order that is only on a device, where its payload names no other than that of
 * its prices.
 */
export const MARKETS_OWN = ''

/** A rate as a device keeps it. One row is the market's own currency, so that it changes together with the rates. */
export interface KeptRate extends Rate {
  market?: boolean | undefined
}

/** The worth of a unit of a currency in the market's; undefined while the market has no rate for it. */
export interface RateOf {
  (currency: string): Fraction | undefined
  /** The market's currency. */
  readonly market: string
}

const ITSELF: Fraction = { numerator: 1, denominator: 1 }

/** Rates by their currency, in the market's. */
export const ratesIn = (rates: readonly Rate[], market = FIRST_CURRENCY): RateOf => {
  const by = new Map<string, Fraction>(rates.map((rate) => [rate.currency, rate]))
  return Object.assign((currency: string) => (currency === market ? ITSELF : by.get(currency)), { market })
}

/** The rates that a market states, as a device keeps them; an older server has no `rated`. */
export const keptRates = ({ rates, rated = [] }: { rates: Rate[]; rated?: KeptRate[] | undefined }): KeptRate[] => [
  ...rates,
  ...rated,
]

/** The market's currency, by the rates that a device keeps. */
export const marketIn = (rates: readonly KeptRate[]): string =>
  rates.find((rate) => rate.market)?.currency ?? FIRST_CURRENCY

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
