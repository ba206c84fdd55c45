import { describe, expect, it } from 'vitest'
import { blankGoods } from '#contract/products/rules.ts'
import type { StoreProduct } from '#contract/products/schema-row.ts'
import { goodsGuesses } from './products.ts'

const id = '00000000-0000-4000-8000-000000000001'
const context = { key: id, at: 1000 }
const red = { label: { en: 'Red' }, extra: 0, sort: 0 }
const fields = { ...blankGoods(1, 'USD'), title: { en: 'Cup' }, ladder: [{ from: 1, price: 500 }] }
const put = (more: Partial<typeof fields> = {}, stock = 4, stocks: Record<string, number> = {}): StoreProduct =>
  goodsGuesses['goods.put'](null, { id, fields: { ...fields, ...more }, stock, stocks, listed: false }, context)!

describe('goods before the server has spoken', () => {
  it('are there at once, with the files that their pictures will be made of', () => {
    const picture = 'a'.repeat(64)
    expect(put({ pictures: [picture, 'file/of-another'] })).toMatchObject({
      ...{ id, productId: null, state: 'draft', stock: 4, at: 1000, deleted: false },
      pictures: [{ src: picture }],
    })
    expect(put({ variants: { RED: red } }, 9, { RED: 3 })).toMatchObject({ stock: 3, stocks: { RED: 3 } })
  })

  it('that are there already are left as they are, those that were gone are new again', () => {
    const row = { ...put(), brand: 'Acme' }
    const again = { id, fields, stock: 1, stocks: {}, listed: true }
    expect(goodsGuesses['goods.put'](row, again, context)).toBe(row)
    expect(goodsGuesses['goods.put']({ ...row, deleted: true, productId: 7 }, again, context)).toMatchObject({
      ...{ brand: '', productId: 7, state: 'listed', deleted: false },
    })
  })

  it('change part by part, and choices take their stock along', () => {
    const two = put({ variants: { RED: red, BLUE: { ...red, sort: 1 } } }, 0, { RED: 3, BLUE: 4 })
    const to = { title: { en: '', ar: 'كوب' }, variants: { RED: null, GREEN: { ...red, sort: 2 } } }
    expect(goodsGuesses['goods.edit'](two, { id, from: {}, to }, context)).toMatchObject({
      ...{ title: { ar: 'كوب' }, stocks: { BLUE: 4, GREEN: 0 }, stock: 4 },
    })
    const none = { id, from: {}, to: { variants: { RED: null, BLUE: null } } }
    expect(goodsGuesses['goods.edit'](two, none, context)).toMatchObject({ variants: {}, stocks: {}, stock: 0 })
  })

  it('move and are counted, of a choice that there is and never below nothing', () => {
    const row = put({ variants: { RED: red } }, 0, { RED: 3 })
    const by = (sku: string, n: number) => goodsGuesses['goods.stock'](row, { id, sku, by: n }, context)
    expect(by('RED', 2)).toMatchObject({ stocks: { RED: 5 }, stock: 5 })
    for (const same of [by('RED', -4), by('', 1), by('constructor', 1)]) expect(same).toBe(row)
    expect(goodsGuesses['goods.count'](row, { id, sku: 'RED', num: 8, at: 0 }, context)!.stock).toBe(8)
  })

  it('are hidden once they were on sale, and stay gone', () => {
    const show = (row: StoreProduct, on: boolean) => goodsGuesses['goods.show'](row, { id, on }, context)
    const listed = show(put(), true)!
    expect(show(listed, false)!.state).toBe('hidden')
    expect(show(put(), false)!.state).toBe('draft')
    const gone = goodsGuesses['goods.del'](listed, { id }, context)!
    expect(show(gone, true)).toBe(gone)
    expect(goodsGuesses['goods.stock'](gone, { id, sku: '', by: 1 }, context)).toBe(gone)
    expect(goodsGuesses['goods.del'](null, { id }, context)).toBeNull()
  })
})
