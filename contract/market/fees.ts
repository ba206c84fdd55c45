// The market's fee on what a store gets of its orders. Rates are in basis points: 10,000 are the whole.

/** The highest rate that an operator can set. */
export const FEE_MAX = 5_000

/** The time between announcing a higher rate and the first order that is paid under it (ms). */
export const FEE_NOTICE_MS = 14 * 86_400_000

/** When a rate that is set at `now` begins (Unix ms), by the one in force before it: a higher one after its notice. */
export const feeBegins = (rate: number, before: number, now: number): number =>
  rate > before ? now + FEE_NOTICE_MS : now

const WHOLE = 10_000n

/** The fee on an amount, rounded down: minor units, or the units of a coin. */
export const marketFeeOf = (amount: bigint, rate: number): bigint => (amount * BigInt(rate)) / WHOLE

/** A rate as a decimal of percent. */
export const percentOf = (rate: number): string => String(rate / 100)

/** A decimal of percent with at most two places as a rate; undefined where it is none. */
export function readPercent(text: string): number | undefined {
  const [, whole, places = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(places.padEnd(2, '0'))
}

/** The rate in force, and the one that is announced for orders that are paid from a time (Unix ms). */
export interface FeeRates {
  rate: number
  next: { rate: number; from: number } | null
}
