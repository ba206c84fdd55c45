import { describe, expect, it } from 'vitest'
import { blankGoods, goodsChangeOf, clashesOf, goodsFault, patched, wholePatch, type GoodsFields } from './rules.ts'

const cup: GoodsFields = {
  ...blankGoods(1, 'USD'),
  title: { en: 'Cup', zh: '杯' },
  ladder: [{ from: 1, price: 500 }],
  variants: { RED: { label: { en: 'Red' }, extra: 0, sort: 0 } },
}

describe('a change of goods', () => {
  it('carries only the parts that differ, as they were and as they are to be', () => {
    const after: GoodsFields = { ...cup, brand: 'Acme', title: { en: 'Mug' }, variants: {} }
    const change = goodsChangeOf(cup, wholePatch(cup, after))
    expect(change).toEqual({
      from: { brand: '', title: { en: 'Cup', zh: '杯' }, variants: { RED: cup.variants['RED'] } },
      to: { brand: 'Acme', title: { en: 'Mug', zh: '' }, variants: { RED: null } },
    })
    expect(patched(cup, change!.to)).toEqual(after)
    expect(goodsChangeOf(cup, wholePatch(cup, cup))).toBeUndefined()
  })

  it('meets another of other parts without a question, and of the same part with one', () => {
    const price = (to: number) => ({ from: { ladder: cup.ladder }, to: { ladder: [{ from: 1, price: to }] } })
    const dearer = patched(cup, price(600).to)
    expect(clashesOf(dearer, { from: { title: { en: 'Cup' } }, to: { title: { en: 'Mug' } } })).toEqual([])
    expect(
      clashesOf(dearer, { from: { variants: { BLUE: null } }, to: { variants: { BLUE: cup.variants['RED']! } } }),
    ).toEqual([])
    expect(clashesOf(dearer, price(600))).toEqual([])
    expect(clashesOf(dearer, price(700))).toEqual(['ladder'])
    expect(
      clashesOf(patched(cup, { title: { zh: '' } }), { from: { title: { zh: '杯' } }, to: { title: { zh: '碗' } } }),
    ).toEqual(['title.zh'])
  })
})

it.each([
  [{ title: {} }, 'draft', 'title'],
  [{ ladder: [{ from: 2, price: 1 }] }, 'draft', 'ladder'],
  [{ variants: { X: { label: {}, extra: 0, sort: 0 } } }, 'draft', 'variants'],
  [{ ladder: [] }, 'draft', undefined],
  [{ ladder: [] }, 'listed', 'price'],
  [{ description: { en: 'x'.repeat(99_000) } }, 'listed', undefined],
  [{ description: { zh: '茶'.repeat(34_000) } }, 'draft', 'size'],
  [{}, 'listed', undefined],
] as const)('says what is wrong with %j as %s', (fields, state, fault) =>
  expect(goodsFault({ ...cup, ...fields } as GoodsFields, state)).toBe(fault),
)
