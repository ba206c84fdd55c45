import { describe, expect, it } from 'vitest'
import { ratesIn } from '#contract/currencies/exchange.ts'
import { ELSEWHERE, type Zone } from '#contract/shipping/charges.ts'
import type { Store } from '#contract/catalogue/schema.ts'
import type { CartItem } from '#localdb/queries/cart/items.ts'
import { item, product, quote, stores, variant } from '../../../tests/support/device/cart-items.ts'
import { reckonCart, type ReckonContext, type ReckonedLine } from './reckon-cart.ts'

const rateOf = ratesIn([{ id: 1, currency: 'EUR', numerator: 27, denominator: 25, at: 0 }])
const context: ReckonContext = {
  ...{ stores, inQuestion: new Set<string>(), country: 'EG', areaOpen: true, now: 0, currency: 'USD' },
  rateOf,
}
const only = (...items: CartItem[]) => reckonCart(items, context)
const lines = (...items: CartItem[]): ReckonedLine[] => only(...items).stores.flatMap((store) => store.lines)
const first = (...items: CartItem[]): ReckonedLine => lines(...items)[0]!

describe('a line of the cart', () => {
  it('costs what the ladder asks for at the quantity of the whole product', () => {
    const red = item({ variantId: 3, key: '7:1:3', num: 10, variant: variant(3) })
    const blue = item({ variantId: 4, key: '7:1:4', num: 10, variant: variant(4, { extra: 50 }) })
    expect(lines(red, blue).map((g) => g.unit)).toEqual([900, 950])
    expect(first(red).unit).toBe(1000)
  })

  it('counts unticked lines of the product only for themselves', () => {
    const on = item({ variantId: 3, key: '7:1:3', variant: variant(3) })
    const off = item({ variantId: 4, key: '7:1:4', variant: variant(4), ticked: false })
    expect(lines(on, off).map((g) => g.unit)).toEqual([1000, 900])
  })

  it('below the minimum, or between multiples, is not counted, and says what mends it', () => {
    expect(first(item({ num: 4 }))).toMatchObject({
      counts: false,
      hindrance: { kind: 'minimum', missing: 6, goal: 10, to: 10 },
    })
    expect(first(item({ num: 12 })).hindrance).toEqual({ kind: 'multiple', missing: 3, goal: 15, to: 15 })
    expect(first(item({ num: 15 }))).toMatchObject({ counts: true, hindrance: undefined })
    const both = lines(
      item({ num: 4, variantId: 2, key: '7:1:2', variant: variant(2, { stock: 5 }) }),
      item({ num: 3, variantId: 3, key: '7:1:3', variant: variant(3) }),
    )
    expect(both.map((line) => line.hindrance)).toMatchObject([
      { missing: 3, to: undefined },
      { missing: 3, to: 6 },
    ])
  })

  it('notes a price that no step of the ladder has any more, and its direction', () => {
    expect(first(item()).priceChanged).toBeUndefined()
    expect(first(item({ seenPrice: 900 })).priceChanged).toBeUndefined()
    expect(first(item({ seenPrice: 800 })).priceChanged).toBe('up')
    expect(first(item({ seenPrice: 1200 })).priceChanged).toBe('down')
  })

  it('that asks for more than there is, of its choice where it has one, is not counted', () => {
    expect(first(item({ num: 120 })).hindrance).toEqual({ kind: 'short', stock: 100, to: 100 })
    expect(first(item({ num: 60, variantId: 3, variant: variant(3, { stock: 52 }) })).hindrance).toMatchObject({
      stock: 52,
      to: 50,
    })
    expect(first(item({ variantId: 3, variant: variant(3, { stock: 0 }) })).hindrance).toMatchObject({
      why: { reason: 'outOfStock' },
    })
    expect(first(item({ product: product({ stock: 9 }) })).hindrance).toMatchObject({
      why: { reason: 'stockBelowMinimum' },
    })
  })

  it('is not counted while its price is not here, of which it keeps the one that was seen', () => {
    const unknown = { counts: false, asked: true, hindrance: { kind: 'unknown' } }
    expect(first(item({ product: undefined, seenPrice: 777 }))).toMatchObject({ ...unknown, unit: 777 })
    expect(first(item({ terms: undefined }))).toMatchObject(unknown)
    // Its price is here, but no rate for it.
    const inPounds = only(item({ product: product({ currency: 'GBP', worth: 5 }) }))
    expect(inPounds).toMatchObject({ parts: [], asks: [{ currency: 'GBP' }], hindered: 0, total: undefined })
  })

  it('takes all of its store’s order with it into one that asks, and no other store’s', () => {
    const known = item({ id: 2, key: '7:2:0', product: product({ id: 2 }) })
    const elsewhere = item({ id: 3, key: '8:3:0', shopId: 8, product: product({ id: 3, storeId: 8 }) })
    const cart = reckonCart([item({ product: undefined }), known, elsewhere], context)
    expect(cart.asks.map((part) => part.lines.map((line) => line.id))).toEqual([[1, 2]])
    expect(cart.parts.map((part) => part.lines.map((line) => line.id))).toEqual([[3]])
    expect(cart).toMatchObject({ counted: 3, hindered: 0 })
    const unticked = reckonCart([item({ product: undefined, ticked: false }), known], context)
    expect(unticked.asks).toEqual([])
  })

  it('falls out alone: gone, not payable, its area closed, in question', () => {
    const other = item({ id: 2, key: '7:2:0', product: product({ id: 2 }) })
    const counted = (bad: CartItem) => lines(bad, other).map((line) => line.counts)
    expect(counted(item({ gone: true }))).toEqual([false, true])
    expect(counted(item({ product: product({ currency: 'GBP', worth: null }) }))).toEqual([false, true])
    const inQuestion = new Set(['cartLines/7:1:0'])
    expect(reckonCart([item(), other], { ...context, inQuestion }).parts[0]!.lines.map((l) => l.id)).toEqual([2])
    expect(reckonCart([item(), other], { ...context, areaOpen: false }).total).toBeUndefined()
  })
})

describe('a store with a least order', () => {
  const asking = (least: Store['least']) =>
    new Map([[7, { id: 7, name: 'Lamps & Co', currency: 'USD', least } as Store]])
  const mixed = [item({ num: 10 }), item({ id: 2, key: '7:2:0', num: 10, product: product({ id: 2 }) })]
  const reckoned = (least: Store['least'], items = mixed) => reckonCart(items, { ...context, stores: asking(least) })

  it('is left out until its goods reach it together', () => {
    expect(reckoned({ pieces: 30 })).toMatchObject({ parts: [], counted: 0, hindered: 2, total: undefined })
    expect(reckoned({ pieces: 30 }).stores[0]!.lines[0]!.hindrance).toEqual({
      kind: 'storeLeast',
      currency: 'USD',
      of: 'pieces',
      least: 30,
      missing: 10,
    })
    expect(reckoned({ pieces: 20 }).counted).toBe(2)
  })
  it('counts what is ticked and can be ordered, and its own money alone', () => {
    const gone = [mixed[0]!, { ...mixed[1]!, gone: true }]
    expect(reckoned({ pieces: 20 }, gone).counted).toBe(0)
    expect(reckoned({ amount: 20_000 }).counted).toBe(2)
    expect(reckoned({ amount: 20_001 }).counted).toBe(0)
  })
})

describe('a store that ships by country', () => {
  const zones: Zone[] = [
    { countries: ['EG'], by: 'weight', price: 500, grams: 1000, freeFrom: 30_000, days: null },
    { countries: ['DE'], by: 'piece', price: 10, freeFrom: null, days: null },
  ]
  const taxes = [
    { country: 'EG', rate: 1400, included: true },
    { country: ELSEWHERE, rate: 0, included: false },
  ]
  const terms = { currency: 'USD', shipping: 500, taxBasisPoints: 1900, zones, taxes }
  const to = (country: string, over: Partial<CartItem> = {}) =>
    reckonCart([item({ num: 20, terms, grams: 130, ...over })], { ...context, country })

  it('charges by where it goes, what it weighs and how many they are', () => {
    // Twenty lamps of 130 g are 2.6 kg, and three started ones.
    const [egypt] = to('EG').parts
    expect(egypt!.sums).toMatchObject({ goods: 18_000, shipping: 1500, tax: 0, taxIncluded: 2211, total: 19_500 })
    expect(egypt!).toMatchObject({ toFree: 12_000, byCountry: false })
    expect(to('DE').parts[0]!.sums).toMatchObject({ shipping: 200, tax: 0, total: 18_200 })
    expect(to('EG', { num: 40 }).parts[0]).toMatchObject({ sums: { shipping: 0 }, toFree: 0 })
  })

  it('leaves out what it does not ship there, whatever else is not known of it', () => {
    for (const known of [item({ terms }), item({ terms, grams: undefined })])
      expect(reckonCart([known], { ...context, country: 'FR' })).toMatchObject({
        ...{ parts: [], asks: [], counted: 0, hindered: 1 },
        stores: [{ lines: [{ hindrance: { kind: 'notThere', country: 'FR' }, counts: false }] }],
      })
  })

  it('has no shipping and no taxes in its sums while no country is known', () => {
    expect(to('').parts[0]).toMatchObject({ byCountry: true, sums: { shipping: 0, tax: 0, total: 18_000 } })
  })

  it('is asked where a weight is not here', () => {
    expect(to('EG', { grams: undefined })).toMatchObject({ parts: [], asks: [{ shopId: 7 }], total: undefined })
    expect(to('DE', { grams: undefined }).parts).toHaveLength(1)
  })
})

it('a product names the next step of its ladder, as far as its stock reaches', () => {
  const next = (of: CartItem) => only(of).stores[0]!.products[0]!.next
  expect(next(item({ num: 15 }))).toEqual({ more: 5, price: 900 })
  expect(next(item({ num: 20 }))).toBeUndefined()
  expect(next(item({ num: 15, product: product({ stock: 19 }) }))).toBeUndefined()
  expect(next(item({ num: 15, ticked: false }))).toBeUndefined()
})

describe('the sums', () => {
  it('take the counted lines, with shipping once an order and taxes rounded half up', () => {
    const { parts, total, counted } = only(
      item({ num: 20 }),
      item({ id: 3, key: '7:3:0', ticked: false }),
      item({ id: 4, key: '8:4:0', shopId: 8, product: product({ id: 4, storeId: 8 }) }),
    )
    expect(parts.map((part) => [part.shopId, part.nth, part.sums.total])).toEqual([
      [7, 0, 19_805],
      [8, 0, 11_225],
    ])
    expect(total).toEqual({ goods: 28_000, shipping: 1000, tax: 2030, total: 31_030, due: 31_030 })
    expect(counted).toBe(2)
  })

  it('make a second order of a store for its second currency, and one total of both', () => {
    const terms = { currency: 'EUR', shipping: 500, taxBasisPoints: 725 }
    const euro = item({ id: 2, key: '7:2:0', product: product({ id: 2, currency: 'EUR', worth: 1080 }), terms })
    const { parts, total } = only(item(), euro)
    expect(parts.map((part) => [part.currency, part.nth])).toEqual([
      ['USD', 0],
      ['EUR', 1],
    ])
    // 100.00 + 5.00 + 7.25 as they are, and each of them by 1.08.
    expect(total).toEqual({ goods: 20_800, shipping: 1040, tax: 1508, total: 23_348, due: 23_348 })
    const inEuro = reckonCart([item(), euro], { ...context, currency: 'EUR' }).total!
    expect(inEuro).toMatchObject({ goods: 19_259, due: 23_348 })
    expect(inEuro.total).toBe(inEuro.goods + inEuro.shipping + inEuro.tax)
  })

  it('are none when nothing is ticked', () => {
    expect(only(item({ ticked: false })).total).toBeUndefined()
  })
})

describe('a price that was agreed', () => {
  const agreement = quote()
  const agreed = (over: Partial<CartItem> = {}) => item({ quote: agreement.id, agreement, ...over })

  it('holds from its pieces on, in the line and in what is ordered', () => {
    const cart = only(agreed({ num: 20 }))
    expect(cart.stores[0]!.lines[0]).toMatchObject({ unit: 800, agreed: { state: 'holds' }, priceChanged: undefined })
    expect(cart.parts[0]!.sums.goods).toBe(16_000)
  })

  it('does not hold below them, after its time, or in another currency', () => {
    expect(first(agreed({ num: 5, product: product({ minimum: 5 }) }))).toMatchObject({
      unit: 1000,
      agreed: { state: 'short', least: 10 },
    })
    const lapsed = quote({ rounds: [{ ...agreement.rounds[0]!, until: 0 }] })
    expect(first(agreed({ agreement: lapsed }))).toMatchObject({ unit: 1000, agreed: { state: 'over' } })
    expect(first(agreed({ product: product({ currency: 'EUR' }) })).agreed?.state).toBe('over')
  })

  it('holds only with all that was agreed on', () => {
    const both = quote({
      rounds: [
        {
          ...agreement.rounds[0]!,
          lines: [3, 4].map((variantId) => ({ variantId, num: 10, price: 700 })),
        },
      ],
    })
    const red = agreed({ variantId: 3, key: '7:1:3', variant: variant(3), agreement: both })
    const blue = agreed({ variantId: 4, key: '7:1:4', variant: variant(4), agreement: both })
    expect(lines(red, blue).map((l) => l.unit)).toEqual([700, 700])
    expect(first(red, { ...blue, ticked: false })).toMatchObject({ unit: 1000, agreed: { state: 'part' } })
    expect(first(red).agreed?.state).toBe('part')
  })

  it('does not pass for a price that rose where the store has fewer pieces than were agreed on', () => {
    const few = agreed({ num: 20, seenPrice: 800, product: product({ stock: 9 }) })
    expect(first(few)).toMatchObject({
      counts: false,
      priceChanged: undefined,
      agreed: { state: 'stock', least: 10, stock: 9 },
    })
    expect(first({ ...few, product: product({ stock: 0 }) }).agreed).toMatchObject({ state: 'stock', stock: 0 })
    expect(first({ ...few, product: product({ stock: 4 }) }).agreed).toMatchObject({ state: 'stock', stock: 4 })
    const lapsed = quote({ rounds: [{ ...agreement.rounds[0]!, until: 0 }] })
    expect(first({ ...few, agreement: lapsed })).toMatchObject({ priceChanged: undefined, agreed: { state: 'over' } })
  })

  it('is not in the way of another reason for which a line cannot be ordered', () => {
    const line = agreed({ num: 20, seenPrice: 800 })
    for (const other of [{ product: product({ stock: 15 }) }, { gone: true }, { terms: undefined }])
      expect(first({ ...line, ...other })).toMatchObject({
        priceChanged: undefined,
        agreed: { state: 'hindered' },
      })
  })
})
