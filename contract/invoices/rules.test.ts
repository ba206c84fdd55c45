import { describe, expect, it } from 'vitest'
import { creditAmount, creditedOf, grossOf, invoiceNumber, leftOf, taxesOf, type TaxPart } from './rules.ts'
import { withCharges, type GoodsSums } from '../orders/sums.ts'

describe('the number of an invoice', () => {
  const place = { kind: 'invoice', test: false, prefix: '', storeId: 1042, n: 7 } as const
  it('has the store’s own number, or its prefix, and at least six digits', () => {
    expect(invoiceNumber(place)).toBe('INV-1042-000007')
    expect(invoiceNumber({ ...place, kind: 'creditNote', prefix: 'NB' })).toBe('CRN-NB-000007')
    expect(invoiceNumber({ ...place, n: 12_345_678 })).toBe('INV-1042-12345678')
  })
  it('says so where the money was test money', () => {
    expect(invoiceNumber({ ...place, test: true })).toBe('TEST-INV-1042-000007')
  })
})

describe('amounts by their rate of tax', () => {
  it('tax the goods, and leave shipping free of tax', () => {
    expect(taxesOf({ goods: 10_000, shipping: 900, tax: 1_900, taxIncluded: 0, taxRate: 1_900 })).toEqual([
      { rate: 1_900, base: 10_000, tax: 1_900 },
      { rate: 0, base: 900, tax: 0 },
    ])
    expect(taxesOf({ goods: 10_000, shipping: 0, tax: 800, taxIncluded: 0, taxRate: 800 })).toEqual([
      { rate: 800, base: 10_000, tax: 800 },
    ])
  })
  it('are one part where the store asks for no tax', () => {
    expect(taxesOf({ goods: 500, shipping: 333, tax: 0, taxIncluded: 0, taxRate: 0 })).toEqual([
      { rate: 0, base: 833, tax: 0 },
    ])
    expect(taxesOf({ goods: 0, shipping: 0, tax: 0, taxIncluded: 0, taxRate: null })).toEqual([
      { rate: 0, base: 0, tax: 0 },
    ])
  })
  it('take out of the prices what they include of it', () => {
    expect(taxesOf({ goods: 11_900, shipping: 900, tax: 0, taxIncluded: 1_900, taxRate: 1_900 })).toEqual([
      { rate: 1_900, base: 10_000, tax: 1_900 },
      { rate: 0, base: 900, tax: 0 },
    ])
  })
  it('keep a rate at which the tax was rounded to nothing', () => {
    expect(taxesOf({ goods: 2, shipping: 0, tax: 0, taxIncluded: 0, taxRate: 1_900 })).toEqual([
      { rate: 1_900, base: 2, tax: 0 },
    ])
  })
  it('name no rate that an order does not keep', () => {
    expect(taxesOf({ goods: 100, shipping: 5, tax: 7, taxIncluded: 0, taxRate: null })).toEqual([
      { rate: null, base: 100, tax: 7 },
      { rate: 0, base: 5, tax: 0 },
    ])
  })
  const goodsOf = (goods: number): GoodsSums => ({ lines: [], goods, shortfalls: [] })
  it('come to the total of the order, and to its taxes, whether added or included', () => {
    for (const goods of [0, 1, 99, 12_345])
      for (const shipping of [0, 1, 900])
        for (const taxRate of [0, 1, 725, 2_000]) {
          for (const included of [false, true]) {
            const sums = withCharges(goodsOf(goods), { shipping, tax: { rate: taxRate, included } })
            const { tax, taxIncluded = 0, total } = sums
            const taxes = taxesOf({ goods, shipping, tax, taxIncluded, taxRate })
            expect(grossOf(taxes)).toBe(total)
            expect(taxes.reduce((sum, part) => sum + part.tax, 0)).toBe(tax + taxIncluded)
            expect(taxes.every(({ base }) => base >= 0)).toBe(true)
          }
        }
  })
})

describe('the credit notes of an invoice', () => {
  const taxes: TaxPart[] = [
    { rate: 1_900, base: 10_001, tax: 1_900 },
    { rate: 0, base: 333, tax: 0 },
  ]
  const total = grossOf(taxes)
  /** Those of a payment of `due` that is given back in these amounts. */
  function notes(due: number, ...back: number[]): TaxPart[][] {
    const all: TaxPart[][] = []
    let given = 0
    for (const amount of back) {
      const credit = creditAmount(total, { due, before: given, after: (given += amount) })
      all.push(creditedOf(leftOf(taxes, all), credit))
    }
    return all
  }
  it('have the same share of net amounts and taxes as was given back of the payment', () => {
    expect(notes(12_234, 6_118)).toEqual([
      [
        { rate: 1_900, base: 5_001, tax: 950 },
        { rate: 0, base: 167, tax: 0 },
      ],
    ])
  })
  it('are over the refund itself in the currency of the payment', () => {
    const back = [1, 99, 1_805, 7, 1_103, 333]
    expect(notes(total, ...back).map(grossOf)).toEqual(back)
  })
  it('come to the invoice to the minor unit, rate by rate, however it was given back', () => {
    const ways = [[total], [1, total - 1], [4_078, 4_078, 4_078], [7, 11, 13, 17, 12_186]]
    ways.push([...Array.from({ length: 300 }, () => 1), total - 300])
    for (const due of [total, 2 * total]) {
      for (const way of ways) {
        const all = notes(due, ...way, ...(due > total ? [due - total] : []))
        expect(leftOf(taxes, all)).toEqual([
          { rate: 1_900, base: 0, tax: 0 },
          { rate: 0, base: 0, tax: 0 },
        ])
        expect(all.flat().every(({ base, tax }) => base >= 0 && tax >= 0)).toBe(true)
      }
    }
  })
  it('leave of the invoice what was kept of the payment', () => {
    const all = notes(5_000, 1_234, 2_345)
    const kept = grossOf(leftOf(taxes, all))
    expect(kept).toBe(total - Math.floor((total * 3_579) / 5_000))
  })
  it('are exact beyond what a float holds', () => {
    const large: TaxPart[] = [
      { rate: 500, base: 9_007_199_254_740_000, tax: 991 },
      { rate: 0, base: 0, tax: 0 },
    ]
    expect(creditedOf(large, 3_002_399_751_580_331)).toEqual([
      { rate: 500, base: 3_002_399_751_580_001, tax: 330 },
      { rate: 0, base: 0, tax: 0 },
    ])
  })
  it('of nothing are over nothing', () => {
    expect(creditedOf([{ rate: 0, base: 0, tax: 0 }], 0)).toEqual([{ rate: 0, base: 0, tax: 0 }])
  })
})
