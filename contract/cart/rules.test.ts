import { describe, expect, it } from 'vitest'
import type { CartLine } from '../sync/schema-rows.ts'
import { clampNum, groupCart, lineKey } from './rules.ts'
import { LINE_MAX } from '../wire/limits.ts'

describe('the key of a line', () => {
  it('names store, product and variant', () => {
    expect(lineKey({ id: 6, shopId: 3, variantId: 9 })).toBe('cartLines/3:6:9')
  })
})

describe('a quantity after a change', () => {
  it.each([
    ['more', 2, 3, undefined, 5],
    ['less', 5, -3, undefined, 2],
    ['less than nothing', 5, -9, undefined, 0],
    ['no change', 5, 0, undefined, 5],
    ['no more than the stock', 2, 3, 4, 4],
    ['just the stock', 2, 3, 5, 5],
    ['no more than a line holds', LINE_MAX - 1, 3, undefined, LINE_MAX],
    ['the stock is larger than a line', LINE_MAX - 1, 3, 2 * LINE_MAX, LINE_MAX],
    ['never less by an addition, when the stock has fallen', 7, 1, 4, 7],
    ['less, whatever the stock', 7, -1, 2, 6],
  ])('%s', (_, num, delta, stock, expected) => {
    expect(clampNum(num, delta, stock)).toBe(expected)
  })
})

describe('the cart by stores', () => {
  const line = (id: number, shopId: number, at: number, more: Partial<CartLine> = {}): CartLine => ({
    id,
    shopId,
    variantId: 0,
    num: 1,
    ticked: true,
    seenPrice: 100,
    currency: 'USD',
    at,
    ...more,
  })

  it('holds stores and lines in the order they were first added, whatever order they come in', () => {
    const lines = [
      line(5, 2, 30),
      line(9, 1, 20, { ticked: false }),
      line(4, 2, 10),
      line(8, 1, 20),
      line(8, 1, 20, { variantId: 7 }),
      line(8, 1, 20, { variantId: 2 }),
    ]
    const groups = groupCart(lines, (id) => `Store ${id}`)
    expect(groupCart(lines.toReversed(), (id) => `Store ${id}`)).toEqual(groups)
    expect(groups.map(({ shopId, shopName }) => [shopId, shopName])).toEqual([
      [2, 'Store 2'],
      [1, 'Store 1'],
    ])
    expect(groups[0]!.goods.map((l) => l.id)).toEqual([4, 5])
    expect(groups[1]!.goods.map((l) => [l.id, l.variantId])).toEqual([
      [8, 0],
      [8, 2],
      [8, 7],
      [9, 0],
    ])
    expect(groups[1]!.checkes).toEqual([true, true, true, false])
    expect(lines[0]!.id).toBe(5)
  })
})
