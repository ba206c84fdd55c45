import { describe, expect, it } from 'vitest'
import type { CartItem } from '#localdb/queries/cart.ts'
import { item, product, stores, variant } from '../../../tests/support/cart-items.ts'
import { priceCart, sumTotal } from './cart-sums.ts'

const only = (...items: CartItem[]) => priceCart(items, stores, (id) => `Store ${id}`)
const first = (...items: CartItem[]) => only(...items).groups[0]!.goods[0]!

describe('a line of the cart', () => {
  it('costs what the ladder asks for at the quantity of the whole product', () => {
    const red = item({ variantId: 3, key: '7:1:3', num: 10, variant: variant(3) })
    const blue = item({ variantId: 4, key: '7:1:4', num: 10, variant: variant(4, { extra: 50 }) })
    expect(only(red, blue).groups[0]!.goods.map((g) => g.unit)).toEqual([900, 950])
    expect(first(red).unit).toBe(1000)
  })

  it('counts unticked lines of the product only for themselves', () => {
    const on = item({ variantId: 3, key: '7:1:3', variant: variant(3) })
    const off = item({ variantId: 4, key: '7:1:4', variant: variant(4), ticked: false })
    expect(only(on, off).groups[0]!.goods.map((g) => g.unit)).toEqual([1000, 900])
  })

  it('says how many more reach the minimum, then the multiple', () => {
    expect(first(item({ num: 4 })).more).toEqual({ pieces: 6, goal: 10, because: 'minimum' })
    expect(first(item({ num: 12 })).more).toEqual({ pieces: 3, goal: 15, because: 'multiple' })
    expect(first(item({ num: 15 })).more).toBeUndefined()
  })

  it('notes a price that no step of the ladder has any more, and its direction', () => {
    expect(first(item()).priceChanged).toBeUndefined()
    expect(first(item({ seenPrice: 900 })).priceChanged).toBeUndefined()
    expect(first(item({ seenPrice: 800 })).priceChanged).toBe('up')
    expect(first(item({ seenPrice: 1200 })).priceChanged).toBe('down')
  })

  it('notes stock that is short, of the variant where there is one', () => {
    expect(first(item({ num: 120 })).short).toBe(100)
    expect(first(item({ num: 60, variantId: 3, variant: variant(3) })).short).toBe(50)
    expect(first(item({ num: 60 })).short).toBeUndefined()
  })

  it('keeps the price seen while product or variant are not on the device', () => {
    expect(first(item({ product: undefined, seenPrice: 777 })).unit).toBe(777)
    expect(first(item({ variantId: 3, variant: undefined, seenPrice: 777 }))).toMatchObject({
      unit: 777,
      short: undefined,
      priceChanged: undefined,
    })
  })
})

describe('the sums', () => {
  it('take the ticked lines, with shipping once a store and taxes rounded half up', () => {
    const { totals, groups } = only(
      item(),
      item({ id: 2, key: '7:2:0', product: product({ id: 2 }), num: 10 }),
      item({ id: 3, key: '7:3:0', ticked: false }),
    )
    expect(totals).toEqual([
      { currency: 'USD', pieces: 20, goods: 20_000, shipping: 500, taxes: 1450, unknownTerms: false },
    ])
    expect(groups[0]!.shopName).toBe('Lamps & Co')
    expect(sumTotal(totals[0]!)).toBe(21_950)
  })

  it('keep currencies and stores apart, and say when shipping is not known', () => {
    const yen = item({
      id: 9,
      shopId: 8,
      key: '8:9:0',
      currency: 'JPY',
      product: product({ id: 9, storeId: 8, currency: 'JPY' }),
      terms: undefined,
    })
    const { totals, groups } = only(item(), yen)
    expect(totals.map((s) => [s.currency, s.unknownTerms])).toEqual([
      ['USD', false],
      ['JPY', true],
    ])
    expect(groups.map((g) => g.shopName)).toEqual(['Lamps & Co', 'Store 8'])
  })

  it('are none when nothing is ticked', () => {
    expect(only(item({ ticked: false })).totals).toEqual([])
  })

  it('leave out what is no longer sold', () => {
    expect(only(item({ gone: true })).totals).toEqual([])
    expect(only(item(), item({ id: 2, key: '7:2:0', gone: true })).totals[0]!.pieces).toBe(10)
  })
})
