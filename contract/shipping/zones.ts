import {
  ELSEWHERE,
  type Charging,
  type CountryTax,
  type Tax,
  type Zone,
  type ZoneStep,
  type ZoneWay,
} from './charges.ts'
import type { TransitDays } from './terms.ts'

// The zones and taxes of a store as its members write them. The zone of a country is a register, and so are the price
// of a zone, the worth from which it is free, and its days. The last write of each holds, so that two members who
// change different ones both keep their changes. A country is in one zone at most, by construction.

/** The largest number of zones of a store. */
export const ZONES_MAX = 20
/** The largest number of countries that are moved at once: all that there are. */
export const ZONE_COUNTRIES_MAX = 300
/** The largest number of steps of a zone. */
export const ZONE_STEPS_MAX = 8
/** The largest worth of an order's goods at which a step begins, or shipping becomes free (minor units). */
export const ZONE_WORTH_MAX = 1_000_000_000
/** The units of weight by which a zone can charge (grams); a started one counts in full. */
export const ZONE_GRAMS = [100, 1000] as const
/** The largest number of countries for which a store states taxes. */
export const TAXED_MAX = 60

/** A zone, by the id that a device gave it. */
export interface StoreZone extends Zone {
  id: string
}

/** The way in which the price of a zone is computed, as a whole. */
export interface ZonePrice {
  by: ZoneWay
  price: number
  grams?: (typeof ZONE_GRAMS)[number] | undefined
  steps?: ZoneStep[] | undefined
}

/** A change of a zone: the given parts are set. `countries` join it (true), from wherever they are, or leave it. */
export interface ZoneChange {
  id: string
  /** The zone is made where there is none of this id. */
  make?: boolean | undefined
  way?: ZonePrice | undefined
  freeFrom?: number | null | undefined
  days?: TransitDays | null | undefined
  countries?: Readonly<Record<string, boolean>> | undefined
}

const FREE: ZonePrice = { by: 'order', price: 0 }

/**
 * The zones after a change, or the reason why it cannot be made: somebody else has ended the zone, or there are too
 * many.
 */
export function zonesAfter(zones: readonly StoreZone[], change: ZoneChange): StoreZone[] | 'zoneGone' | 'zonesFull' {
  const { id, make = false, way, freeFrom, days, countries = {} } = change
  const before = zones.find((zone) => zone.id === id)
  if (!before && !make) return 'zoneGone'
  if (!before && zones.length >= ZONES_MAX) return 'zonesFull'
  const had = before ?? { id, countries: [], ...FREE, freeFrom: null, days: null }
  const joins = Object.keys(countries).filter((code) => countries[code])
  const stays = (code: string): boolean => !Object.hasOwn(countries, code)
  const { by, price, grams, steps } = way ?? had
  const after: StoreZone = {
    id,
    countries: [...had.countries.filter(stays), ...joins].toSorted(),
    ...{ by, price },
    ...(grams !== undefined && { grams }),
    ...(steps !== undefined && { steps }),
    freeFrom: freeFrom === undefined ? had.freeFrom : freeFrom,
    days: days === undefined ? had.days : days,
  }
  const others = zones.map((zone) =>
    zone.id === id ? after : { ...zone, countries: zone.countries.filter((code) => !joins.includes(code)) },
  )
  return before ? others : [...others, after]
}

/**
 * The zones without one that is ended, or the reason why it cannot be ended: it is the last one, and the person who
 * ends it has not seen that.
 */
export function zonesWithout(
  zones: readonly StoreZone[],
  { id, last = false }: { id: string; last?: boolean | undefined },
): StoreZone[] | 'zoneLast' {
  const left = zones.filter((zone) => zone.id !== id)
  return left.length === 0 && zones.length > 0 && !last ? 'zoneLast' : left
}

/** Zones in another currency: their countries and days stay, their amounts of the old currency are dropped. */
export const zonesWithoutAmounts = (zones: readonly StoreZone[]): StoreZone[] =>
  zones.map(({ id, countries, days }) => ({ id, countries, ...FREE, freeFrom: null, days }))

/** Taxes by country, without that of everywhere else. */
export type Taxes = Readonly<Record<string, Tax>>

/** The taxes after a change, in which null is for a country that has none of its own any more. */
export const taxesAfter = (taxes: Taxes, change: Readonly<Record<string, Tax | null>>): Record<string, Tax> =>
  Object.fromEntries(
    Object.entries({ ...taxes, ...change }).flatMap(([code, tax]) =>
      tax && code !== ELSEWHERE ? [[code, tax] as const] : [],
    ),
  )

/** The tax of everywhere else in a change; undefined where the change does not state it. */
export const restIn = (change: Readonly<Record<string, Tax | null>>): Tax | undefined =>
  Object.hasOwn(change, ELSEWHERE) ? (change[ELSEWHERE] ?? { rate: 0, included: false }) : undefined

/** The terms of a store as its members have them, as far as they decide what orders are charged. */
export interface KeptTerms {
  currency: string
  shipping: number
  taxBasisPoints: number
  zones?: readonly StoreZone[] | undefined
  taxes?: Taxes | undefined
  taxIncluded?: boolean | undefined
}

/** The charges of a store, as its buyers have them (server/catalogue/store-json.ts computes the same). */
export function chargingOf({ taxes = {}, taxIncluded = false, ...terms }: KeptTerms): Charging {
  const named = Object.entries(taxes).map(([country, tax]): CountryTax => ({ country, ...tax }))
  const rest: CountryTax = { country: ELSEWHERE, rate: terms.taxBasisPoints, included: taxIncluded }
  return { ...terms, taxes: named.length > 0 || taxIncluded ? [...named, rest] : [] }
}
