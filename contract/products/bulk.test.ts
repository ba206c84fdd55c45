import { describe, expect, it } from 'vitest'
import { planBulk, type BulkAct, type BulkGoods } from './bulk.ts'
import { intentsOf } from './import.ts'
import { blankGoods } from './rules.ts'

const cup: BulkGoods = {
  ...blankGoods(2, 'USD'),
  id: '00000000-0000-4000-8000-000000000001',
  state: 'listed',
  title: { en: 'Cup' },
  ladder: [
    { from: 1, price: 500 },
    { from: 10, price: 450 },
  ],
  variants: {
    RED: { label: { en: 'Red' }, extra: 0, sort: 0 },
    BLUE: { label: { en: 'Blue' }, extra: 55, sort: 1 },
  },
  stocks: { RED: 5, BLUE: 7 },
  stock: 12,
  barred: false,
}
const plain: BulkGoods = { ...cup, id: '2', variants: {}, stocks: {}, ladder: [{ from: 1, price: 100 }], stock: 3 }
const plan = (act: BulkAct, ...all: BulkGoods[]) => planBulk(all, act)
const deeds = (act: BulkAct, ...all: BulkGoods[]) => plan(act, ...all).planned.map(intentsOf)

describe('one change of many products', () => {
  it('makes all prices of a product dearer, steps and choices too, to the nearest minor unit', () => {
    expect(deeds({ kind: 'percent', by: 1000 }, cup, plain)).toMatchObject([
      [
        {
          name: 'goods.edit',
          payload: {
            from: { ladder: cup.ladder, variants: { BLUE: { extra: 55 } } },
            to: {
              ladder: [
                { from: 1, price: 550 },
                { from: 10, price: 495 },
              ],
              variants: { BLUE: { extra: 61 } },
            },
          },
        },
      ],
      [{ payload: { to: { ladder: [{ from: 1, price: 110 }] } } }],
    ])
  })

  it('sets a price in the currency of each product', () => {
    const yen: BulkGoods = { ...plain, currency: 'JPY' }
    expect(plan({ kind: 'price', text: '5.20' }, plain, yen)).toMatchObject({
      planned: [{ change: { to: { ladder: [{ from: 1, price: 520 }] } } }],
      faults: [{ row: 2, fault: 'badPrice' }],
    })
    expect(deeds({ kind: 'price', text: '7' }, cup)).toMatchObject([
      [{ payload: { to: { ladder: [{ from: 1, price: 700 }, cup.ladder[1]] } } }],
    ])
  })

  it('never makes more pieces dearer than one, and nothing on sale without a price', () => {
    expect(plan({ kind: 'price', text: '4.00' }, cup).faults).toMatchObject([{ fault: 'stepsAbove', value: 'Cup' }])
    expect(plan({ kind: 'price', text: '0' }, plain).faults).toMatchObject([{ fault: 'noPrice' }])
    const without: BulkGoods = { ...plain, ladder: [], state: 'draft' }
    expect(plan({ kind: 'show', on: true }, without).faults).toMatchObject([{ fault: 'noPrice' }])
    expect(plan({ kind: 'percent', by: 100 }, without).faults).toMatchObject([{ fault: 'noPrice' }])
  })

  it('moves the stock of each choice, and never below none', () => {
    expect(deeds({ kind: 'stock', by: -3 }, cup, plain)).toEqual([
      [
        { name: 'goods.stock', payload: { id: cup.id, sku: 'RED', by: -3 } },
        { name: 'goods.stock', payload: { id: cup.id, sku: 'BLUE', by: -3 } },
      ],
      [{ name: 'goods.stock', payload: { id: '2', sku: '', by: -3 } }],
    ])
    expect(plan({ kind: 'stock', by: -6 }, cup).faults).toMatchObject([{ fault: 'tooFew', value: 'Cup' }])
  })

  it('puts on sale what may be, and hides; a draft has nothing to hide', () => {
    const [hidden, draft] = [
      { ...plain, state: 'hidden' as const },
      { ...plain, state: 'draft' as const },
    ]
    expect(plan({ kind: 'show', on: true }, plain, hidden, draft, { ...hidden, barred: true })).toMatchObject({
      planned: [{ kind: 'same' }, { state: 'listed' }, { state: 'listed' }],
      faults: [{ row: 4, fault: 'barred' }],
    })
    expect(plan({ kind: 'show', on: false }, plain, hidden, draft).planned).toMatchObject([
      { state: 'hidden' },
      { kind: 'same' },
      { kind: 'same' },
    ])
  })

  it('moves to a category those that are elsewhere', () =>
    expect(plan({ kind: 'category', id: 9 }, cup, { ...plain, categoryId: 9 }).planned).toMatchObject([
      { change: { from: { categoryId: 2 }, to: { categoryId: 9 } } },
      { kind: 'same' },
    ]))
})
