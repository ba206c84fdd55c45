import { describe, expect, it } from 'vitest'
import type { CartItem } from '#localdb/queries/cart.ts'
import { item, product, stores, variant as cartVariant } from '../../../tests/support/cart-items.ts'
import { checkoutStores, checkoutTotals } from './checkout-sums.ts'

const variant = (id: number) => cartVariant(id, { extra: 50, stock: 5 })
const split = (items: CartItem[], inQuestion: string[] = []) =>
  checkoutStores(items, stores, new Set(inQuestion), (id) => `Store ${id}`)

describe('a checkout', () => {
  it('is an order for each store, of what is ticked, at the prices of the ladder', () => {
    const [lamps, other] = split([
      item({ num: 20 }),
      item({ id: 2, ticked: false }),
      item({ id: 3, shopId: 8, product: product({ id: 3, storeId: 8 }) }),
    ])
    expect(lamps).toMatchObject({
      shopName: 'Lamps & Co',
      nth: 0,
      blocks: [],
      sums: { goods: 18_000, shipping: 500, tax: 1305, total: 19_805 },
    })
    expect(lamps!.lines.map((l) => l.price)).toEqual([900])
    expect(other).toMatchObject({ shopName: 'Store 8', nth: 0 })
    expect(checkoutTotals([lamps!, other!])).toEqual([{ currency: 'USD', amount: 19_805 + 11_225 }])
  })

  it('makes a second order of a store for its second currency', () => {
    const both = split([item(), item({ id: 2, product: product({ id: 2, currency: 'JPY' }) })])
    expect(both.map((s) => [s.currency, s.nth])).toEqual([
      ['USD', 0],
      ['JPY', 1],
    ])
    expect(checkoutTotals(both).map((t) => t.currency)).toEqual(['USD', 'JPY'])
  })

  it('leaves out a store below a minimum, saying what is missing over all choices', () => {
    const [store] = split([
      item({ num: 4, variantId: 2, variant: variant(2) }),
      item({ num: 3, variantId: 3, variant: variant(3) }),
    ])
    expect(store!.blocks).toMatchObject([{ kind: 'minimum', missing: 3, goal: 10 }])
    expect(checkoutTotals([store!])).toEqual([])
  })

  it('leaves out a store whose terms or prices are not on the device', () => {
    expect(split([item({ terms: undefined })])[0]!.blocks).toEqual([{ kind: 'unknown' }])
    expect(split([item({ variantId: 2 })])[0]!.blocks).toEqual([{ kind: 'unknown' }])
  })

  it('leaves out lines of an order of which nobody knows whether it went through', () => {
    expect(split([item()], ['cartLines/7:1:0'])[0]!.blocks).toEqual([{ kind: 'checking' }])
    expect(split([item()], ['cartLines/7:2:0'])[0]!.blocks).toEqual([])
  })

  it('notes stock that is short, without deciding over it', () => {
    expect(split([item({ num: 10, variantId: 2, variant: variant(2) })])[0]).toMatchObject({
      blocks: [],
      lines: [{ short: 5 }],
    })
  })
})
