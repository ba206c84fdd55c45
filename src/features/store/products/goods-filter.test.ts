import { expect, it } from 'vitest'
import type { GoodsItem } from '#localdb/queries/products/items.ts'
import { countsOf, filtered, type GoodsView } from './goods-filter.ts'

const item = (id: string, part: Partial<GoodsItem> = {}): GoodsItem => ({
  ...{
    id,
    state: 'listed',
    known: true,
    barred: false,
    title: { en: `Cup ${id}` },
    code: '',
    deal: null,
    price: 500,
    steps: 0,
    currency: 'USD',
  },
  ...{ minimum: 1, stock: 100, categoryId: 1, choices: 0, picture: undefined, pending: false, asks: false, at: 0 },
  ...part,
})
const goods = [
  item('a'),
  item('b', { stock: 5, minimum: 6 }),
  item('c', { stock: 17, minimum: 6 }),
  item('d', { state: 'draft', stock: 0 }),
  item('e', { state: 'hidden', title: { en: 'Tea pot', ar: 'إبريق شاي' }, code: 'TP-9' }),
  item('f', { stock: 9 }),
]
const ids = (view: GoodsView, text = '') => filtered(goods, view, text).map(({ id }) => id)

it('shows goods by how they stand: sold out below the least order, running low below three of them or ten pieces', () => {
  expect(ids('all')).toHaveLength(6)
  expect(ids('listed')).toEqual(['a', 'b', 'c', 'f'])
  expect(ids('soldOut')).toEqual(['b'])
  expect(ids('low')).toEqual(['c', 'f'])
  expect(ids('draft')).toEqual(['d'])
  expect(ids('hidden')).toEqual(['e'])
  expect(countsOf(goods)).toEqual({ all: 6, listed: 4, draft: 1, soldOut: 1, low: 2, hidden: 1 })
})

it('finds goods by all words, in any language, by their code or their category', () => {
  expect(ids('all', 'pot TEA')).toEqual(['e'])
  expect(ids('all', 'شاي')).toEqual(['e'])
  expect(ids('all', 'tp-9')).toEqual(['e'])
  expect(ids('listed', 'tea')).toEqual([])
  const kitchen = new Map([[1, 'Home › Kitchen']])
  const found = filtered([...goods, item('g', { categoryId: 2 })], 'all', 'kitchen pot', kitchen)
  expect(found.map(({ id }) => id)).toEqual(['e'])
  expect(filtered(goods, 'all', 'kitchen')).toEqual([])
})
