import type { Payload } from '#contract/registry.ts'
import { sameJson } from '#contract/products/rules.ts'
import { decimalOf } from '#contract/currencies/money.ts'
import { knownOr } from '#contract/wire/open.ts'
import { zoneWays, type ZoneWay } from '#contract/shipping/charges.ts'
import { ZONE_GRAMS, ZONE_WORTH_MAX, type StoreZone, type ZonePrice } from '#contract/shipping/zones.ts'
import { DAYS_MAX, SHIPPING_MAX, type TransitDays } from '#contract/shipping/terms.ts'
import { decimalTyped } from '../../../parts/forms/typed-number.ts'
import { typedAmount } from '../../../parts/forms/typed-price.ts'

// A zone as it is typed, and what it means. Everything is text until it is saved.

export interface ZoneDraft {
  /** Codes, and ELSEWHERE. */
  countries: string[]
  by: ZoneWay
  price: string
  /** The unit of weight (grams); each started unit is charged. */
  grams: string
  /** The first begins with nothing. */
  steps: { from: string; price: string }[]
  freeFrom: string
  least: string
  most: string
}
/** The fields that can be at fault. */
export type ZoneFault = 'countries' | 'price' | 'steps' | 'freeFrom' | 'days'

const typed = (amount: number, currency: string): string => (amount === 0 ? '' : decimalOf(amount, currency))

/** A zone as the form shows it, or an empty one for a new zone. */
export function zoneDraft(zone: StoreZone | undefined, currency: string): ZoneDraft {
  const { countries, by, price, grams, steps, freeFrom, days } = zone ?? {
    ...{
      countries: [],
      by: 'order' as const,
      price: 0,
      grams: undefined,
      steps: undefined,
      freeFrom: null,
      days: null,
    },
  }
  return {
    countries,
    // A way that only a newer version of this app knows has to be chosen again.
    by: knownOr(zoneWays, by, 'order'),
    price: typed(price, currency),
    grams: String(grams ?? 1000),
    steps: (steps ?? [{ from: 0, price: 0 }]).map((step) => ({
      from: typed(step.from, currency),
      price: typed(step.price, currency),
    })),
    freeFrom: freeFrom === null ? '' : decimalOf(freeFrom, currency),
    least: days ? String(days.least) : '',
    most: days ? String(days.most) : '',
  }
}

/** A typed price, free if the text is empty; undefined if it is not a price. */
function priceIn(text: string, currency: string): number | undefined {
  const amount = text.trim() === '' ? 0 : typedAmount(text, currency)
  return amount === undefined || amount > SHIPPING_MAX ? undefined : amount
}

/** The typed way; undefined if part of it is wrong. */
function wayIn({ by, price, grams, steps }: ZoneDraft, currency: string): ZonePrice | undefined {
  if (by === 'value') {
    const read = steps.map((step, n) => ({
      from: n === 0 ? 0 : typedAmount(step.from, currency),
      price: priceIn(step.price, currency),
    }))
    const known = read.flatMap(({ from, price: each }) =>
      from === undefined || each === undefined ? [] : [{ from, price: each }],
    )
    const ascends = known.every(({ from }, n) => (n === 0 || from > known[n - 1]!.from) && from <= ZONE_WORTH_MAX)
    return known.length === steps.length && ascends ? { by, price: 0, steps: known } : undefined
  }
  const each = priceIn(price, currency)
  if (each === undefined) return undefined
  const started = ZONE_GRAMS.find((one) => String(one) === grams) ?? 1000
  return { by, price: each, ...(by === 'weight' && { grams: started }) }
}

const typedDays = (text: string): number | undefined => {
  const plain = decimalTyped(text.trim())
  return /^\d{1,3}$/.test(plain) && Number(plain) <= DAYS_MAX ? Number(plain) : undefined
}

/** The typed days, null for none; undefined if they are invalid. */
function daysIn({ least, most }: ZoneDraft): TransitDays | null | undefined {
  if (least.trim() === '' && most.trim() === '') return null
  const [from, to] = [typedDays(least), typedDays(most.trim() === '' ? least : most)]
  return from === undefined || to === undefined || from > to ? undefined : { least: from, most: to }
}

/** The amount from which shipping is free, null for never; undefined if it is not an amount. */
function freeFromIn({ freeFrom }: ZoneDraft, currency: string): number | null | undefined {
  if (freeFrom.trim() === '') return null
  const amount = typedAmount(freeFrom, currency)
  return amount === undefined || amount === 0 || amount > ZONE_WORTH_MAX ? undefined : amount
}

/**
 * The change that gives a zone the typed values, or the faults in them. Only changed values are sent, because another
 * member may be changing the rest. `payload` is undefined where something is wrong, or nothing was changed.
 */
export function readZone(
  draft: ZoneDraft,
  before: StoreZone | undefined,
  { id, currency }: { id: string; currency: string },
): { faults: ReadonlySet<ZoneFault>; payload: Payload<'store.zone'> | undefined } {
  const [way, days, freeFrom] = [wayIn(draft, currency), daysIn(draft), freeFromIn(draft, currency)]
  const faults = new Set<ZoneFault>()
  if (draft.countries.length === 0) faults.add('countries')
  if (way === undefined) faults.add(draft.by === 'value' ? 'steps' : 'price')
  if (freeFrom === undefined) faults.add('freeFrom')
  if (days === undefined) faults.add('days')
  if (way === undefined || days === undefined || freeFrom === undefined || faults.size > 0)
    return { faults, payload: undefined }
  const had = before?.countries ?? []
  const moved = [
    ...draft.countries.filter((code) => !had.includes(code)).map((code) => [code, true] as const),
    ...had.filter((code) => !draft.countries.includes(code)).map((code) => [code, false] as const),
  ]
  const { by, price, grams, steps } = before ?? {}
  const wayBefore = { by, price, ...(grams !== undefined && { grams }), ...(steps !== undefined && { steps }) }
  const change = {
    ...(!sameJson(way, wayBefore) && { way }),
    ...(freeFrom !== (before ? before.freeFrom : null) && { freeFrom }),
    ...(!sameJson(days, before ? before.days : null) && { days }),
    ...(moved.length > 0 && { countries: Object.fromEntries(moved) }),
  }
  return {
    faults,
    payload: Object.keys(change).length === 0 ? undefined : { id, ...(!before && { make: true }), ...change },
  }
}
