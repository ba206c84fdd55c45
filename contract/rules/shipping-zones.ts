import {
  ELSEWHERE,
  type Charging,
  type CountryTax,
  type Tax,
  type Zone,
  type ZoneStep,
  type ZoneWay,
} from './shipping.ts'
import type { Days } from './store-terms.ts'

// The zones and taxes of a store as its members write them. Where a country is, what a zone costs, from how much it is
// free and how long it takes are registers: of each the last word holds, so that two members who change different ones
// both stand. A country is in one zone at most, by construction.

/** A store has so many zones at most. */
export const ZONES_MAX = 20
/** So many countries are moved at once: all that there are. */
export const ZONE_COUNTRIES_MAX = 300
/** A zone has so many steps at most. */
export const ZONE_STEPS_MAX = 8
/** Goods of an order are worth so much at most where a step begins, or shipping becomes free (minor units). */
export const ZONE_WORTH_MAX = 1_000_000_000
/** The weights of which one is started (grams). */
export const ZONE_GRAMS = [100, 1000] as const
/** A store states the taxes of so many countries at most. */
export const TAXED_MAX = 60

/** A zone, by the id that a device gave it. */
export interface StoreZone extends Zone {
  id: string
}

/** How the price of a zone is reckoned, as a whole. */
export interface Way {
  by: ZoneWay
  price: number
  grams?: (typeof ZONE_GRAMS)[number] | undefined
  steps?: ZoneStep[] | undefined
}

/** What is given of a zone is set; `countries` join it (true), from wherever they are, or leave it. */
export interface ZoneChange {
  id: string
  /** It is made where there is none of this id. */
  make?: boolean | undefined
  way?: Way | undefined
  freeFrom?: number | null | undefined
  days?: Days | null | undefined
  countries?: Readonly<Record<string, boolean>> | undefined
}

const FREE: Way = { by: 'order', price: 0 }

/** The zones after a change; why it cannot be where somebody else has ended the zone, or there are too many. */
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

/** The zones without one that is ended; why it cannot be where it is the last, and who ends it has not seen that. */
export function zonesWithout(
  zones: readonly StoreZone[],
  { id, last = false }: { id: string; last?: boolean | undefined },
): StoreZone[] | 'zoneLast' {
  const left = zones.filter((zone) => zone.id !== id)
  return left.length === 0 && zones.length > 0 && !last ? 'zoneLast' : left
}

/** Zones in another currency: where they are and how long it takes stays, the amounts of the old one are none. */
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

/** What a change says of everywhere else; undefined where it says nothing. */
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

/** What a store charges, as its buyers have it (server/catalogue/store-json.ts says the same). */
export function chargingOf({ taxes = {}, taxIncluded = false, ...terms }: KeptTerms): Charging {
  const named = Object.entries(taxes).map(([country, tax]): CountryTax => ({ country, ...tax }))
  const rest: CountryTax = { country: ELSEWHERE, rate: terms.taxBasisPoints, included: taxIncluded }
  return { ...terms, taxes: named.length > 0 || taxIncluded ? [...named, rest] : [] }
}
