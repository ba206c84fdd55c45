import type { Fraction } from './exchange.ts'

// Rates as people write and compare them. Apart from exchange.ts, which every page carries.

/** Rates that are set at once at most: more than there are currencies and coins. */
export const RATES_AT_ONCE = 200
/** Decimals that a rate has at most. */
const PLACES = 8

/** Reads a decimal such as "1.0835" exactly; undefined when it is none, is nothing, or has too many digits. */
export function readRate(text: string): Fraction | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,8}))?$/.exec(text.trim())
  if (!match) return undefined
  const fraction = match[2] ?? ''
  const numerator = Number(match[1]! + fraction)
  return numerator > 0 && Number.isSafeInteger(numerator)
    ? { numerator, denominator: 10 ** fraction.length }
    : undefined
}

/** A rate as such a decimal, rounded to its last place. */
export function rateText({ numerator, denominator }: Fraction): string {
  const below = BigInt(denominator)
  const digits = ((2n * BigInt(numerator) * 10n ** BigInt(PLACES) + below) / (2n * below)).toString()
  const padded = digits.padStart(PLACES + 1, '0')
  return `${padded.slice(0, -PLACES)}.${padded.slice(-PLACES)}`.replace(/\.?0+$/, '')
}

/** The least rate of eight places that is still exact to a percent, in those places. */
const LEAST = 100n

/**
 * A rate times another, to as many places as a rate has; undefined where it is too small to be exact to a percent, or
 * too large.
 */
export function timesRate(rate: Fraction, by: Fraction): Fraction | undefined {
  const above = BigInt(rate.numerator) * BigInt(by.numerator)
  const below = BigInt(rate.denominator) * BigInt(by.denominator)
  for (let places = PLACES; places >= 0; places--) {
    const numerator = (2n * above * 10n ** BigInt(places) + below) / (2n * below)
    if (places === PLACES && numerator < LEAST) return undefined
    if (numerator <= BigInt(Number.MAX_SAFE_INTEGER))
      return readRate(rateText({ numerator: Number(numerator), denominator: 10 ** places }))
  }
  return undefined
}

/** Whether a rate is at most `percent` above or below another. */
export function isNear(rate: Fraction, before: Fraction, percent: number): boolean {
  const [a, b] = [
    BigInt(rate.numerator) * BigInt(before.denominator),
    BigInt(before.numerator) * BigInt(rate.denominator),
  ]
  return a * 100n <= b * BigInt(100 + percent) && b * 100n <= a * BigInt(100 + percent)
}
