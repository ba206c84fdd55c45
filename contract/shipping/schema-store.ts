import * as z from 'zod/mini'
import { mutation } from '../wire/mutation.ts'
import { storeNoticeKey } from '../wire/store-keys.ts'
import { ELSEWHERE, zoneWays } from './charges.ts'
import { TAXED_MAX, ZONE_COUNTRIES_MAX, ZONE_GRAMS, ZONE_STEPS_MAX, ZONE_WORTH_MAX } from './zones.ts'
import { DAYS_MAX, SHIPPING_MAX, TAX_MAX } from './terms.ts'

// Where a store ships to and for how much, and its taxes by country, as its members write them.

const lanes = (): string[] => ['notice']
const keys = (): (typeof storeNoticeKey)[] => [storeNoticeKey]

/** A country (ISO 3166-1 alpha-2), or everywhere else. */
const country = z.string().check(z.refine((code) => code === ELSEWHERE || /^[A-Z]{2}$/.test(code)))
const price = z.int().check(z.nonnegative(), z.maximum(SHIPPING_MAX))
const step = z.object({ from: z.int().check(z.nonnegative(), z.maximum(ZONE_WORTH_MAX)), price })
const steps = z.array(step).check(
  z.minLength(1),
  z.maxLength(ZONE_STEPS_MAX),
  z.refine((all) => all.every(({ from }, n) => (n === 0 ? from === 0 : from > all[n - 1]!.from))),
)
/** A weight has its grams, steps are of the goods' worth and have the prices. */
const Way = z
  .object({ by: z.enum(zoneWays), price, grams: z.optional(z.literal(ZONE_GRAMS)), steps: z.optional(steps) })
  .check(
    z.refine(
      (way) =>
        (way.by === 'weight') === (way.grams !== undefined) &&
        (way.by === 'value') === (way.steps !== undefined) &&
        (way.by !== 'value' || way.price === 0),
    ),
  )
const days = z.int().check(z.nonnegative(), z.maximum(DAYS_MAX))

/**
 * Sets what is given of a zone, and makes it (`make`) where there is none of that id: how its price is reckoned, from
 * how much on goods ship for nothing (minor units of the store's currency), the days on the way, and which countries
 * join it (true) or leave it. Of each the last word holds; a zone that somebody else has ended stays ended.
 */
export const storeZone = mutation({
  path: '/api/store/zone',
  world: 'store',
  tables: ['storeNotice'],
  payload: z.object({
    id: z.uuid(),
    make: z.optional(z.boolean()),
    way: z.optional(Way),
    freeFrom: z.optional(z.nullable(z.int().check(z.positive(), z.maximum(ZONE_WORTH_MAX)))),
    days: z.optional(
      z.nullable(z.object({ least: days, most: days }).check(z.refine(({ least, most }) => least <= most))),
    ),
    countries: z.optional(
      z.record(country, z.boolean()).check(z.refine((all) => Object.keys(all).length <= ZONE_COUNTRIES_MAX)),
    ),
  }),
  guest: false,
  lanes,
  keys,
})

/**
 * Ends a zone: the store does not ship to its countries any more. One that has ended is no error. Without any zone the
 * store ships everywhere at one price: its last one ends only for who has seen that it is (`last`).
 */
export const storeZoneEnd = mutation({
  path: '/api/store/zoneEnd',
  world: 'store',
  tables: ['storeNotice'],
  payload: z.object({ id: z.uuid(), last: z.optional(z.boolean()) }),
  guest: false,
  lanes,
  keys,
})

/**
 * Sets the taxes of countries and of everywhere else (basis points), added to the prices of goods or included in them;
 * null for a country that has none of its own any more. Of each the last word holds.
 */
export const storeTaxes = mutation({
  path: '/api/store/taxes',
  world: 'store',
  tables: ['storeNotice'],
  payload: z.object({
    taxes: z
      .record(
        country,
        z.nullable(z.object({ rate: z.int().check(z.nonnegative(), z.maximum(TAX_MAX)), included: z.boolean() })),
      )
      .check(z.refine((all) => Object.keys(all).length <= 2 * TAXED_MAX)),
  }),
  guest: false,
  lanes,
  keys,
})
