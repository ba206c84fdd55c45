import { describe, expect, it } from 'vitest'
import { blankGoods, goodsChangeOf, wholePatch, type GoodsFields } from '#contract/products/rules.ts'
import { goodsDraftOf, readGoodsDraft, type GoodsDraft } from './goods-draft.ts'

const cup: GoodsFields = {
  ...blankGoods(7, 'USD'),
  title: { en: 'Cup', ar: 'كوب' },
  description: { en: 'Holds tea.' },
  code: 'C-1',
  brand: 'Mirabel',
  ladder: [
    { from: 1, price: 500 },
    { from: 10, price: 450 },
  ],
  minimum: 6,
  multiple: 2,
  lead: 5,
  attributes: [{ name: 'Material', value: 'Clay' }],
  variants: {
    RED: { label: { en: 'Red' }, extra: 0, sort: 0 },
    BLUE: { label: { en: 'Blue' }, extra: 25, sort: 1 },
  },
  pictures: ['cup'],
}
const read = (part: Partial<GoodsDraft>, before = cup) =>
  readGoodsDraft({ ...goodsDraftOf(before), ...part }, before, 'listed')
const price = (text: string, currency = 'USD') =>
  read({ currency, steps: [{ from: '1', price: text }], choices: [] }).fields?.ladder[0]?.price

describe('a product as it is typed', () => {
  it('comes back as it was when nothing is typed', () => {
    const { fields, faults } = read({})
    expect(faults).toEqual({})
    expect(goodsChangeOf(cup, wholePatch(cup, fields!))).toBeUndefined()
  })

  it('changes only what was typed', () => {
    const { fields } = read({ title: { en: 'Tea cup', ar: 'كوب' }, minimum: '12' })
    expect(goodsChangeOf(cup, wholePatch(cup, fields!))).toEqual({
      from: { title: { en: 'Cup' }, minimum: 6 },
      to: { title: { en: 'Tea cup' }, minimum: 12 },
    })
  })

  it('reads prices and counts as people type them, and never one for another', () => {
    expect(price('12.5')).toBe(1250)
    expect(price('12,50')).toBe(1250)
    expect(price('1,250')).toBe(125_000)
    expect(price('١٢٫٥')).toBe(1250)
    expect(price('1.250', 'KWD')).toBe(1250)
    expect(price('1,250.50')).toBe(125_050)
    for (const text of ['12.555', '1.250', '1.250,00', '-5', '', '5,']) expect(price(text) ?? 'none').toBe('none')
    expect(price('1,250', 'KWD')).toBeUndefined()
    expect(price('a lot')).toBeUndefined()
    expect(read({ minimum: '1,200' }).fields?.minimum).toBe(1200)
  })

  it('names every field that is wrong, by its column', () => {
    expect(
      read({
        title: { en: ' ' },
        categoryId: undefined,
        minimum: 'six',
        steps: [
          { from: '1', price: '' },
          { from: '10', price: '4' },
        ],
        attributes: [{ name: 'Size', value: '' }],
        choices: [{ key: 'x', known: false, sku: '', label: { en: 'Green' }, extra: '', stock: '' }],
      }).faults,
    ).toEqual({
      category: 'unknownCategory',
      minimum: 'badNumber',
      price: 'noPrice',
      attributes: 'badList',
      variant: 'noCode',
    })
    expect(read({ title: {} }).faults).toEqual({ title: 'noTitle' })
  })

  it('wants a price for what is to be on sale, and none of a draft', () => {
    const draft = { ...goodsDraftOf(cup), steps: [{ from: '1', price: '' }] }
    expect(readGoodsDraft(draft, cup, 'listed').faults).toEqual({ price: 'noPrice' })
    expect(readGoodsDraft(draft, cup, 'draft').fields?.ladder).toEqual([])
  })

  it('wants steps that ascend', () => {
    const steps = [
      { from: '1', price: '5' },
      { from: '10', price: '4' },
      { from: '10', price: '3' },
    ]
    expect(read({ steps }).faults).toEqual({ steps: 'badSteps' })
    // A step of which nothing is typed is none.
    expect(read({ steps: [steps[0]!, { from: '', price: '' }] }).fields?.ladder).toHaveLength(1)
  })

  it('counts the pieces of each choice of a new product', () => {
    const choices = goodsDraftOf(cup).choices.map((choice) => ({ ...choice, stock: choice.sku === 'RED' ? '12' : '' }))
    expect(read({ choices })).toMatchObject({ stock: 0, stocks: { RED: 12, BLUE: 0 } })
    expect(read({ choices: [], stock: '30' })).toMatchObject({ stock: 30, stocks: {} })
  })

  it('takes a deal with its end, and none that is over, never ends or is no percentage', () => {
    const now = Date.UTC(2026, 10, 26)
    const deal = (part: Partial<GoodsDraft>, before = cup) =>
      readGoodsDraft({ ...goodsDraftOf(before), ...part }, before, 'listed', now)
    const local = (ms: number): string => goodsDraftOf({ ...cup, deal: { percent: 1, until: ms } }).dealUntil!
    const hour = 3_600_000
    const ends = now + 5 * hour
    expect(deal({ dealPercent: '٢٠', dealUntil: local(ends) }).fields?.deal).toEqual({ percent: 20, until: ends })
    const begun = { ...cup, deal: { percent: 20, until: ends + 1 } }
    // Not touched, it keeps its end to the millisecond; over, it is none any more.
    expect(deal({}, begun).fields?.deal).toEqual(begun.deal)
    expect(deal({}, { ...cup, deal: { percent: 20, until: now } }).fields?.deal).toBeNull()
    expect(deal({ dealPercent: '', dealUntil: '' }, begun).fields?.deal).toBeNull()
    // The draft of an older app has neither field.
    const { dealPercent: _percent, dealUntil: _until, ...older } = goodsDraftOf(cup)
    expect(readGoodsDraft(older, cup, 'listed', now).fields?.deal).toBeNull()
    for (const wrong of [
      { dealPercent: '20', dealUntil: '' },
      { dealPercent: '', dealUntil: local(ends) },
      { dealPercent: '0', dealUntil: local(ends) },
      { dealPercent: '91', dealUntil: local(ends) },
      { dealPercent: '2.5', dealUntil: local(ends) },
      { dealPercent: '20', dealUntil: local(now - hour) },
      { dealPercent: '20', dealUntil: local(now + 366 * 24 * hour) },
    ])
      expect(deal(wrong).faults).toEqual({ deal: 'badDeal' })
  })
})
