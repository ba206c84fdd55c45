import { expect, it } from 'vitest'
import type { OrderItem } from '#localdb/queries/orders/items.ts'
import { findIn, matchOrders, type OrderFind } from './find-orders.ts'

const now = Date.UTC(2026, 5, 15)
const order = (id: string, more: object) =>
  ({ id, shopId: 1, shopName: 'Foolscap & Sons', createdAt: now, lines: [], ...more }) as unknown as OrderItem
const orders = [
  order('paper', { number: '0000-0013', lines: [{ title: { en: 'Exercise book' } }] }),
  order('café', { shopId: 2, shopName: 'Café Nine', createdAt: now - 60 * 86_400_000, number: 'K7M2-4QX9' }),
  order('old', { createdAt: Date.UTC(2025, 1, 1) }),
]
const found = (what: Partial<OrderFind>) =>
  matchOrders(orders, { find: '', store: undefined, since: undefined, ...what }, { now, locale: 'en' }).map((o) => o.id)

it.each<[string, Partial<OrderFind>, string[]]>([
  ['nothing', {}, ['paper', 'café', 'old']],
  ['a store’s name without its marks', { find: 'cafe' }, ['café']],
  ['a product', { find: 'exercise' }, ['paper']],
  ['a number as it is typed', { find: 'k7m2 4qx9' }, ['café']],
  ['a part of a number', { find: 'oo13' }, ['paper']],
  ['too little of a number', { find: '13' }, []],
  ['a store', { store: 2 }, ['café']],
  ['the last 30 days', { since: '30' }, ['paper']],
  ['the last 90 days', { since: '90' }, ['paper', 'café']],
  ['a year', { since: '2025' }, ['old']],
  ['a text and a store', { find: 'foolscap', store: 2 }, []],
])('finds by %s', (_, what, ids) => expect(found(what)).toEqual(ids))

it('reads an address, and leaves out what cannot be read', () => {
  expect(findIn(new URLSearchParams('q=nine&store=7&since=2025'))).toEqual({ find: 'nine', store: 7, since: '2025' })
  expect(findIn(new URLSearchParams('store=x&since=soon'))).toEqual({ find: '', store: undefined, since: undefined })
})
