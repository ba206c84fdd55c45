import { expect, it } from 'vitest'
import { parseTable } from '#contract/text/table-text.ts'
import { figuresFile, ordersFile } from './figures-file.ts'

it('writes figures a row a day, amounts to the minor unit of their currency', () => {
  const counted = { orders: 3, people: 2, stores: 1, problems: 0 }
  const days = [
    { day: '2026-11-22', turnover: 123_450, held: 0, fees: -25, ...counted, mails: 7, bounces: 1 },
    { day: '2026-11-23', turnover: 0, held: 5, fees: 0, ...counted },
  ]
  expect(parseTable(figuresFile(days, 'USD'))).toEqual([
    ['day', 'currency', 'turnover', 'held', 'fees', 'orders', 'people', 'stores', 'problems', 'mails', 'bounces'],
    ['2026-11-22', 'USD', '1234.50', '0.00', '-0.25', '3', '2', '1', '0', '7', '1'],
    ['2026-11-23', 'USD', '0.00', '0.05', '0.00', '3', '2', '1', '0', '0', '0'],
  ])
})

it('writes the orders of a list, without their buyers', () => {
  const order = {
    id: 'a',
    number: 'K7-22',
    state: 'paid',
    total: 1_234,
    currency: 'JPY',
    buyer: 'a@b.c',
    store: 'A, B',
  }
  expect(parseTable(ordersFile([{ ...order, state: 'paid', at: Date.UTC(2026, 10, 23, 9) }]))).toEqual([
    ['order', 'placed', 'state', 'store', 'currency', 'total'],
    ['K7-22', '2026-11-23T09:00:00.000Z', 'paid', 'A, B', 'JPY', '1234'],
  ])
})
