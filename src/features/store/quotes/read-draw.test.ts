import { describe, expect, it } from 'vitest'
import type { StoreProduct } from '#contract/products/schema-row.ts'
import { begunGoods, readDraw, type TypedDraw } from './read-draw.ts'

const cup = {
  ...{ id: 'cup', productId: 7, currency: 'USD', minimum: 12, multiple: 6, variants: {} },
  ladder: [{ from: 1, price: 450 }],
} as unknown as StoreProduct
const bowl = {
  ...{ id: 'bowl', productId: 8, currency: 'USD', minimum: 1, multiple: 1, ladder: [{ from: 1, price: 300 }] },
  variants: { RED: { label: { en: 'Red' }, extra: 50, sort: 1 }, BLUE: { label: { en: 'Blue' }, extra: 0, sort: 0 } },
} as unknown as StoreProduct
const known = new Map([
  ['cup', cup],
  ['bowl', bowl],
])
const draw = (...goods: TypedDraw['goods']): TypedDraw => ({ order: 'o', goods, days: '7', note: '' })

describe('an order that is drawn up', () => {
  it('begins with the least pieces of a product, or with none of its choices, at the list price', () => {
    expect(begunGoods(cup, 'q')).toEqual({ id: 'q', goods: 'cup', lines: [{ sku: '', num: '12', price: '4.50' }] })
    expect(begunGoods(bowl, 'q').lines).toEqual([
      { sku: 'BLUE', num: '', price: '3.00' },
      { sku: 'RED', num: '', price: '3.50' },
    ])
  })

  it('is read in any script’s digits; a choice without pieces is left out', () => {
    const typed = draw(
      { id: 'q1', goods: 'cup', lines: [{ sku: '', num: '٢٤', price: '4,20' }] },
      {
        ...{ id: 'q2', goods: 'bowl' },
        lines: [
          { sku: 'BLUE', num: '', price: 'what' },
          { sku: 'RED', num: '5', price: '3' },
        ],
      },
    )
    expect(readDraw(typed, known)).toMatchObject({
      ...{ total: 24 * 420 + 5 * 300, days: 7 },
      whole: {
        goods: [
          { id: 'q1', goods: 'cup', productId: 7, currency: 'USD', lines: [{ sku: '', num: 24, price: 420 }] },
          { id: 'q2', goods: 'bowl', productId: 8, currency: 'USD', lines: [{ sku: 'RED', num: 5, price: 300 }] },
        ],
      },
    })
  })

  it('cannot be sent with too few pieces, no price, nothing at all, or a product that the market does not have', () => {
    const of = (num: string, price: string) => draw({ id: 'q', goods: 'cup', lines: [{ sku: '', num, price }] })
    expect(readDraw(of('13', '4.20'), known)).toMatchObject({ goods: [{ goal: 18 }], whole: undefined })
    for (const [num, price] of [
      ['12', '0'],
      ['12', '-1'],
      ['0', '1'],
      ['', '1'],
    ] as const)
      expect(readDraw(of(num, price), known).whole).toBeUndefined()
    expect(readDraw(draw(), known).whole).toBeUndefined()
    expect(readDraw({ ...of('12', '4.20'), days: '91' }, known).whole).toBeUndefined()
    const unknown = new Map([['cup', { ...cup, productId: null }]])
    expect(readDraw(of('12', '4.20'), unknown).whole).toBeUndefined()
  })
})
