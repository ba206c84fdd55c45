import type { Fraction } from './exchange.ts'

// Rates as people write and compare them. Apart from exchange.ts, which every page carries.

/** Rates that are set at once at most: more than there are currencies and coins. */
export const RATES_AT_ONCE = 200
/** Decimals that a rate has at most. */
const PLACES = 8

/** Reads a decimal such as "1.0835" exactly; undefined when it is none, or nothing. */
export function readRate(text: string): Fraction | undefined {
  const match = /^(\d{1,7})(?:\.(\d{1,8}))?$/.exec(text.trim())
  if (!match) return undefined
  const fraction = match[2] ?? ''
  const numerator = Number(match[1]! + fraction)
  return numerator > 0 ? { numerator, denominator: 10 ** fraction.length } : undefined
}

/** A rate as such a decimal, rounded to its last place. */
export function rateText({ numerator, denominator }: Fraction): string {
  const below = BigInt(denominator)
  const digits = ((2n * BigInt(numerator) * 10n ** BigInt(PLACES) + below) / (2n * below)).toString()
  const padded = digits.padStart(PLACES + 1, '0')
  return `${padded.slice(0, -PLACES)}.${padded.slice(-PLACES)}`.replace(/\.?0+$/, '')
}

/** Whether a rate is at most `percent` above or below another. */
export function isNear(rate: Fraction, before: Fraction, percent: number): boolean {
  const [a, b] = [
    BigInt(rate.numerator) * BigInt(before.denominator),
    BigInt(before.numerator) * BigInt(rate.denominator),
  ]
  return a * 100n <= b * BigInt(100 + percent) && b * 100n <= a * BigInt(100 + percent)
}
