import { describe, expect, it } from 'vitest'
import type { UnknownValue } from '../wire/open.ts'
import {
  chargedOrder,
  chargesOf,
  ELSEWHERE,
  gramsOf,
  isByCountry,
  moreToFree,
  taxesOn,
  zoneOf,
  type Charged,
  type Charging,
  type Zone,
} from './charges.ts'

const zone = (over: Partial<Zone> = {}): Zone => ({
  ...{ countries: ['EG'], by: 'order' as const, price: 700, freeFrom: null, days: null },
  ...over,
})
const store = (over: Partial<Charging> = {}): Charging => ({
  ...{ currency: 'USD', shipping: 500, taxBasisPoints: 700 },
  ...over,
})
const order = (over: Partial<Charged> = {}): Charged => ({
  ...{ currency: 'USD', pieces: 12, grams: 8_000, goods: 24_000 },
  ...over,
})
const shipping = (of: Zone, what: Partial<Charged> = {}, country = 'EG'): number | string => {
  const charges = chargesOf(store({ zones: [of] }), order(what), country)
  return charges.kind === 'known' ? charges.shipping : charges.kind
}

describe('shipping', () => {
  it('is the same everywhere while there are no zones, also where no country is known', () => {
    for (const country of ['EG', ''])
      expect(chargesOf(store(), order(), country)).toEqual({
        ...{ kind: 'known', shipping: 500, zone: undefined, tax: { rate: 700, included: false } },
      })
    expect(isByCountry(store())).toBe(false)
  })

  it.each([
    ['an order', { by: 'order' as const }, {}, 700],
    ['a piece', { by: 'piece' as const, price: 50 }, {}, 600],
    ['a started kilogram', { by: 'weight' as const, price: 500, grams: 1000 }, {}, 4000],
    ['one of which a gram is begun', { by: 'weight' as const, price: 500, grams: 1000 }, { grams: 8_001 }, 4500],
    ['the whole of one', { by: 'weight' as const, price: 500, grams: 1000 }, { grams: 1000 }, 500],
    ['a hundred grams', { by: 'weight' as const, price: 30, grams: 100 }, { grams: 101 }, 60],
    ['goods that say no weight, as one', { by: 'weight' as const, price: 500, grams: 1000 }, { grams: 0 }, 500],
    ['goods of little worth', { by: 'value' as const, price: 0, steps: [{ from: 0, price: 900 }] }, {}, 900],
    ['an order of nothing', { by: 'order' as const, price: 0 }, {}, 0],
  ])('is that of %s', (_what, of, what, costs) => expect(shipping(zone(of), what)).toBe(costs))

  it('follows the last step that the goods reach', () => {
    const steps = [
      { from: 0, price: 900 },
      { from: 10_000, price: 400 },
      { from: 50_000, price: 0 },
    ]
    const by = zone({ by: 'value', price: 0, steps })
    expect([0, 9_999, 10_000, 49_999, 50_000].map((goods) => shipping(by, { goods }))).toEqual([900, 900, 400, 400, 0])
  })

  it('is free from goods of so much, and says how much is missing', () => {
    const free = zone({ by: 'piece', price: 50, freeFrom: 24_001 })
    expect(shipping(free)).toBe(600)
    expect(moreToFree(free, order(), 'USD')).toBe(1)
    expect(shipping(free, { goods: 24_001 })).toBe(0)
    expect(moreToFree(free, order({ goods: 24_001 }), 'USD')).toBe(0)
    expect(moreToFree(zone(), order(), 'USD')).toBe(0)
    expect(moreToFree(free, order({ currency: 'EUR' }), 'USD')).toBe(0)
  })

  it('is that of the country, else of everywhere else, else none', () => {
    const zones = [zone({ countries: [ELSEWHERE], price: 1 }), zone({ countries: ['EG', 'SD'], price: 2 })]
    expect(['SD', 'DE'].map((country) => zoneOf(zones, country)?.price)).toEqual([2, 1])
    expect(shipping(zone(), {}, 'DE')).toBe('notThere')
    expect(shipping(zone({ countries: [] }), {}, 'DE')).toBe('notThere')
  })

  it('depends on the country where any country is named, and on nothing where all are everywhere else', () => {
    expect(shipping(zone(), {}, '')).toBe('byCountry')
    expect(shipping(zone({ countries: [] }), {}, '')).toBe('byCountry')
    expect(shipping(zone({ countries: [ELSEWHERE] }), {}, '')).toBe(700)
    const taxes = [
      { country: 'EG', rate: 1400, included: true },
      { country: ELSEWHERE, rate: 0, included: false },
    ]
    expect(chargesOf(store({ taxes }), order(), '').kind).toBe('byCountry')
    expect(chargesOf(store({ taxes: taxes.slice(1) }), order(), '')).toMatchObject({ kind: 'known', tax: { rate: 0 } })
  })

  it('of goods in another currency than the store’s is nothing, where it ships at all', () => {
    expect(shipping(zone(), { currency: 'EUR' })).toBe(0)
    expect(shipping(zone(), { currency: 'EUR' }, 'DE')).toBe('notThere')
  })

  it('is not known in a way of a newer version, or where a weight is not here', () => {
    expect(shipping(zone({ by: 'drone' as UnknownValue }))).toBe('unknown')
    expect(shipping(zone({ by: 'weight', grams: 1000 }), { grams: undefined })).toBe('unknown')
    expect(shipping(zone(), { grams: undefined })).toBe(700)
  })
})

describe('an order', () => {
  it('weighs what its pieces do: a choice as it says itself, else as its product', () => {
    expect([gramsOf({ weight: 200 }, undefined), gramsOf({ weight: 200 }, { weight: 0 })]).toEqual([200, 200])
    expect([gramsOf({ weight: 200 }, { weight: 90 }), gramsOf({}, undefined)]).toEqual([90, undefined])
    const of = { currency: 'USD', goods: 5 }
    const lines = [
      { num: 3, grams: 200 },
      { num: 2, grams: 0 },
    ]
    expect(chargedOrder(of, lines)).toEqual({ ...of, pieces: 5, grams: 600 })
    expect(chargedOrder(of, [...lines, { num: 1, grams: undefined }])).toEqual({ ...of, pieces: 6, grams: undefined })
  })
})

describe('taxes', () => {
  it('are those of the country, else of everywhere else', () => {
    const taxes = [
      { country: 'EG', rate: 1400, included: true },
      { country: ELSEWHERE, rate: 500, included: false },
    ]
    const tax = (country: string) => {
      const charges = chargesOf(store({ taxes }), order(), country)
      return charges.kind === 'known' && charges.tax
    }
    expect(tax('EG')).toMatchObject({ rate: 1400, included: true })
    expect(tax('DE')).toMatchObject({ rate: 500, included: false })
  })

  it('are added to the goods, or a part of them, each rounded half up', () => {
    expect(taxesOn(10_050, { rate: 100, included: false })).toEqual({ tax: 101, included: 0 })
    expect(taxesOn(11_400, { rate: 1400, included: true })).toEqual({ tax: 0, included: 1400 })
    // 14 of 114 parts of 57.05 are 7.0061.
    expect(taxesOn(5_705, { rate: 1400, included: true })).toEqual({ tax: 0, included: 701 })
    expect(taxesOn(10_000, { rate: 10_000, included: true })).toEqual({ tax: 0, included: 5000 })
    expect(taxesOn(10_000, { rate: 0, included: true })).toEqual({ tax: 0, included: 0 })
  })
})
