import type { LadderStep } from '#contract/prices/schema-ladder-step.ts'
import { minorPlaces, parseMinor } from '#contract/currencies/money.ts'
import { isRecord, shown, Unusable } from './fields.ts'

/** The dearest thing that can be sold, in minor units: beyond it a cart's sums would leave the safe integers. */
const PRICE_MAX = 1_000_000_000
const STEPS_MAX = 8
const FROM_MAX = 1_000_000

const decimal = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : undefined

/** The currency of a line. */
export function readLineCurrency(value: unknown): string {
  if (value === undefined || value === null || value === '') throw new Unusable('there is no currency')
  const code = typeof value === 'string' ? value.trim().toUpperCase() : ''
  if (!/^[A-Z]{3,5}$/.test(code)) throw new Unusable(`currency is not a currency's code: ${shown(value)}`)
  return code
}

/**
 * A price in minor units, exactly as it is written. One with more decimals than its currency has is refused, not
 * rounded: whoever wrote it meant something that cannot be charged.
 */
export function priceOf(value: unknown, currency: string): number {
  if (value === undefined || value === null || value === '') throw new Unusable('there is no price')
  const text = decimal(value)
  if (text === undefined || !/^\d+(?:\.\d+)?$/.test(text))
    throw new Unusable(`price is not a decimal number: ${shown(value)}`)
  const minor = parseMinor(text, currency)
  if (minor === undefined && /^\d{1,12}(?:\.|$)/.test(text))
    throw new Unusable(`price has more than the ${minorPlaces(currency)} decimals of ${currency}: ${shown(value)}`)
  if (minor === 0) throw new Unusable('the price is zero')
  if (minor === undefined || minor > PRICE_MAX) throw new Unusable(`price is too high: ${shown(value)}`)
  return minor
}

interface Tier extends LadderStep {
  seen: number
}

function tierOf(value: unknown, currency: string): Tier | undefined {
  if (!isRecord(value)) return undefined
  const from = Number(value.minQty ?? value.from)
  const minor = parseMinor(decimal(value.price) ?? '', currency)
  if (!Number.isInteger(from) || from < 2 || from > FROM_MAX || minor === undefined || minor === 0) return undefined
  return { from, price: minor, seen: typeof value.seen === 'number' ? value.seen : 0 }
}

/**
 * The ladder of a price and its tiers. The line's own price holds from the first piece, so tiers from one piece on
 * say nothing new. Of several for the same quantity the one seen most often counts, else the lowest. A step stands only
 * if it
 * is cheaper than the one before: real tiers also hold outliers, and buying more is never made dearer. Tiers that
 * cannot be
 * read are left out; the price still holds.
 */
export function lineLadder(price: number, tiers: unknown, currency: string): LadderStep[] {
  const ladder: LadderStep[] = [{ from: 1, price }]
  const readable = (Array.isArray(tiers) ? tiers : []).map((t) => tierOf(t, currency)).filter((t) => t !== undefined)
  for (const { from, price: step } of readable.toSorted(
    (a, b) => a.from - b.from || b.seen - a.seen || a.price - b.price,
  )) {
    const last = ladder.at(-1)!
    if (from > last.from && step < last.price && ladder.length < STEPS_MAX) ladder.push({ from, price: step })
  }
  return ladder
}
