import { describe, expect, it } from 'vitest'
import { ELSEWHERE } from './charges.ts'
import {
  chargingOf,
  restIn,
  taxesAfter,
  zonesAfter,
  ZONES_MAX,
  zonesWithout,
  zonesWithoutAmounts,
  type StoreZone,
  type ZoneChange,
} from './zones.ts'

const near: StoreZone = {
  ...{ id: 'near', countries: ['EG', 'SD'], by: 'weight' as const, price: 500, grams: 1000, freeFrom: 50_000 },
  days: { least: 3, most: 7 },
}
const far: StoreZone = { id: 'far', countries: [ELSEWHERE], by: 'order', price: 900, freeFrom: null, days: null }
const after = (change: ZoneChange, zones = [near, far]): StoreZone[] => zonesAfter(zones, change) as StoreZone[]

describe('zones', () => {
  it('are made free, with their countries, and keep the order in which they were made', () => {
    expect(after({ id: 'new', make: true, countries: { DE: true } })).toEqual([
      ...[near, far],
      { id: 'new', countries: ['DE'], by: 'order', price: 0, freeFrom: null, days: null },
    ])
    expect(zonesAfter([near], { id: 'new' })).toBe('zoneGone')
    const full = Array.from({ length: ZONES_MAX }, (_, n) => ({ ...far, id: String(n) }))
    expect(zonesAfter(full, { id: 'new', make: true })).toBe('zonesFull')
    expect(after({ id: '3', make: true, freeFrom: 1 }, full)).toHaveLength(ZONES_MAX)
  })

  it('change only in what is given', () => {
    expect(after({ id: 'near', freeFrom: null })).toEqual([{ ...near, freeFrom: null }, far])
    expect(after({ id: 'near', days: null })).toEqual([{ ...near, days: null }, far])
    expect(after({ id: 'near', way: { by: 'piece', price: 20 } })[0]).toEqual({
      ...{ id: 'near', countries: ['EG', 'SD'], by: 'piece', price: 20 },
      ...{ freeFrom: 50_000, days: { least: 3, most: 7 } },
    })
  })

  it('take countries from one another: one is in one zone at most', () => {
    const moved = after({ id: 'far', countries: { SD: true, [ELSEWHERE]: false } })
    expect(moved.map(({ countries }) => countries)).toEqual([['EG'], ['SD']])
    expect(after({ id: 'near', countries: { EG: false, DE: false } })[0]!.countries).toEqual(['SD'])
    const twice = after({ id: 'near', countries: { EG: true, AE: true } })
    expect(twice[0]!.countries).toEqual(['AE', 'EG', 'SD'])
  })

  it('of two members who change different parts both stand, whoever is first', () => {
    const [price, country]: ZoneChange[] = [
      { id: 'near', way: { by: 'order', price: 1 } },
      { id: 'near', countries: { JO: true } },
    ]
    expect(after(country!, after(price!))).toEqual(after(price!, after(country!)))
  })

  it('end one by one, the last for who has seen that it is', () => {
    expect(zonesWithout([near, far], { id: 'far' })).toEqual([near])
    expect(zonesWithout([near], { id: 'near' })).toBe('zoneLast')
    expect(zonesWithout([near], { id: 'near', last: true })).toEqual([])
    expect(zonesWithout([near], { id: 'gone' })).toEqual([near])
    expect(zonesWithout([], { id: 'gone' })).toEqual([])
  })

  it('keep countries and days in another currency, and no amounts', () => {
    expect(zonesWithoutAmounts([near])).toEqual([
      { ...{ id: 'near', countries: ['EG', 'SD'], by: 'order', price: 0, freeFrom: null }, days: near.days },
    ])
  })
})

describe('taxes by country', () => {
  const eg = { rate: 1400, included: true }
  it('are set and taken away one by one, apart from those of everywhere else', () => {
    expect(taxesAfter({ EG: eg }, { DE: { rate: 0, included: false }, EG: null })).toEqual({
      DE: { rate: 0, included: false },
    })
    expect(taxesAfter({ EG: eg }, { [ELSEWHERE]: eg })).toEqual({ EG: eg })
    expect(restIn({ EG: eg })).toBeUndefined()
    expect(restIn({ [ELSEWHERE]: eg })).toEqual(eg)
    expect(restIn({ [ELSEWHERE]: null })).toEqual({ rate: 0, included: false })
  })

  it('are read as buyers have them: with everywhere else, where there is anything to tell', () => {
    const terms = { currency: 'USD', shipping: 0, taxBasisPoints: 500, zones: [near] }
    expect(chargingOf(terms).taxes).toEqual([])
    expect(chargingOf({ ...terms, taxes: {}, taxIncluded: true }).taxes).toEqual([
      { country: ELSEWHERE, rate: 500, included: true },
    ])
    expect(chargingOf({ ...terms, taxes: { EG: eg }, taxIncluded: false }).taxes).toEqual([
      { country: 'EG', ...eg },
      { country: ELSEWHERE, rate: 500, included: false },
    ])
  })
})
