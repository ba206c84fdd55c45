import { describe, expect, it } from 'vitest'
import type { Sale } from '#contract/sync/schema-store-rows.ts'
import { saleGuesses } from './sales.ts'

const id = 'd2f1c4a6-0a55-4d8e-9a3e-6a2f0f3f7c11:3'
const report = '0b8a6e0e-6f0c-4f7d-8a67-0c9e5b7a2d92'
const at = 1_000
const context = { key: id, at }
const line = { id: 7, variantId: 0, num: 3, price: 100, amount: 300, title: {}, label: null, picture: null }
const sale = (more: Partial<Sale> = {}): Sale =>
  ({
    ...{ id, state: 'paid', stage: 'paid', lines: [line], goods: 300, total: 310, held: 310, refunded: 0, paidAt: 1 },
    ...{ due: { amount: 310, currency: 'USD' }, parcels: [], reports: [], short: false, ...more },
  }) as unknown as Sale
const parcel = (n: number, num: number, more: object = {}) => ({
  ...{ n, lines: [{ id: 7, variantId: 0, num }], carrier: '', tracking: '', amount: num * 100, refunded: 0 },
  ...{ at: 0, receivedAt: null, replaces: null, ...more },
})
const ship = (row: Sale, num: number, n = 1): Sale =>
  saleGuesses['sale.ship'](
    row,
    { id, parcel: n, lines: [{ id: 7, variantId: 0, num }], carrier: 'DHL', tracking: '4711' },
    context,
  ) as Sale
const open = { id: report, parcel: 1, line: { id: 7, variantId: 0, num: 1 }, state: 'open', answer: null }

describe('a parcel that a store sends', () => {
  it('has its share of what was paid, the last one the rest', () => {
    const first = ship(sale(), 1)
    expect(first).toMatchObject({
      stage: 'partlyShipped',
      state: 'paid',
      parcel: 'DHL 4711',
      parcels: [{ amount: 103 }],
    })
    const last = ship(first, 2, 2)
    expect(last).toMatchObject({ stage: 'shipped', state: 'shipped', shippedAt: at })
    expect(last.parcels!.map(({ n, amount }) => [n, amount])).toEqual([
      [1, 103],
      [2, 207],
    ])
  })
  it.each([
    ['more than is left', sale({ stage: 'partlyShipped', parcels: [parcel(1, 2)] }), 2, 2],
    ['in the place of another', sale({ stage: 'partlyShipped', parcels: [parcel(1, 1)] }), 1, 1],
    ['of what was cancelled', sale({ stage: 'cancelled', state: 'cancelled' }), 3, 1],
    ['of what was given back', sale({ stage: 'shipped', short: true, parcels: [parcel(1, 1)] }), 1, 2],
  ])('is none that has %s', (_what, row, num, n) => expect(ship(row, num, n)).toEqual(row))
})

describe('an answer to a problem', () => {
  const row = sale({ stage: 'disputed', parcels: [parcel(1, 3)], reports: [open] as unknown as Sale['reports'] })
  const answered = (say: 'replace' | 'decline', from = row): Sale =>
    saleGuesses['sale.answer'](from, { id, report, say, carrier: 'DHL', tracking: '1', words: 'So' }, context) as Sale
  it('sends goods again in a parcel that is part of no amount', () =>
    expect(answered('replace')).toMatchObject({
      reports: [{ state: 'replacing', answer: 'So', turnAt: at }],
      parcels: [{ n: 1 }, { n: 2, amount: 0, replaces: report }],
    }))
  it('declines in words', () => {
    expect(answered('decline').reports).toMatchObject([{ state: 'declined', answer: 'So' }])
    expect(answered('decline').parcels).toHaveLength(1)
  })
  it('is none to one that has ended', () => {
    const ended = { ...row, reports: [{ ...open, state: 'closed' }] as unknown as Sale['reports'] }
    expect(answered('replace', ended as Sale)).toEqual(ended)
  })
  it('offers money', () =>
    expect(
      (saleGuesses['sale.offer'](row, { id, report, amount: 50, words: '' }, context) as Sale).reports,
    ).toMatchObject([{ state: 'offered', offer: 50, answer: null }]))
})

describe('money that is given back', () => {
  const back = (row: Sale, what: 'unshipped' | 'all', amount: number): Sale =>
    saleGuesses['sale.refund'](row, { id, what, amount }, context) as Sale
  it('is all of an order that has not left', () =>
    expect(back(sale(), 'unshipped', 310)).toMatchObject({ stage: 'refunded', held: 0, refunded: 310, reason: 'shop' }))
  it('is the share of what has not left', () =>
    expect(back(sale({ stage: 'partlyShipped', parcels: [parcel(1, 1)] }), 'unshipped', 210)).toMatchObject({
      ...{ stage: 'shipped', held: 100, refunded: 210, short: true },
    }))
  it('is none of another amount than what was seen', () => expect(back(sale(), 'all', 300)).toEqual(sale()))
})
