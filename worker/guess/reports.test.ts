import { describe, expect, it } from 'vitest'
import type { Parcel } from '#contract/reports/schema-parts.ts'
import type { Order } from '#contract/sync/schema-rows.ts'
import { orderProblemGuesses } from './reports.ts'
import { orderGuesses } from './orders.ts'

const id = 'd2f1c4a6-0a55-4d8e-9a3e-6a2f0f3f7c11:3'
const report = '0b8a6e0e-6f0c-4f7d-8a67-0c9e5b7a2d92'
const at = 1_000
const context = { key: id, at }
const line = { id: 7, variantId: 0, num: 4, price: 100, amount: 400, title: {}, label: null, picture: null }
const parcel = (n: number, num: number, more: Partial<Parcel> = {}): Parcel => ({
  ...{ n, lines: [{ id: 7, variantId: 0, num }], carrier: '', tracking: '', amount: num * 100, refunded: 0 },
  ...{ at: 0, receivedAt: null, replaces: null },
  ...more,
})
const order = (stage: Order['stage'], parcels: Parcel[], more: Partial<Order> = {}): Order =>
  ({ id, state: 'paid', stage, lines: [line], parcels, reports: [], short: false, ...more }) as unknown as Order
const receive = (row: Order, n: number) =>
  orderGuesses['order.receiveParcel'](row, { id, parcel: n, amount: 0 }, context) as Order
const reported = (row: Order | null, n = 1) =>
  orderProblemGuesses['order.report'](
    row,
    {
      ...{ id, report, parcel: n, line: { id: 7, variantId: 0, num: 1 }, problem: 'damaged', wish: 'refund' },
      ...{ text: 'x', pictures: ['a'] },
    },
    context,
  )

describe('a parcel that has arrived', () => {
  it('leaves an order partly shipped while the rest has not left', () => {
    expect(receive(order('partlyShipped', [parcel(1, 2)]), 1)).toMatchObject({
      ...{ state: 'paid', stage: 'partlyShipped', parcels: [{ receivedAt: at }] },
    })
  })
  it('leaves it partly received while others are under way, and received with the last', () => {
    const first = receive(order('shipped', [parcel(1, 2), parcel(2, 2)], { state: 'shipped' }), 2)
    expect(first).toMatchObject({ state: 'shipped', stage: 'partlyReceived' })
    expect(receive(first, 1)).toMatchObject({ state: 'received', stage: 'received', receivedAt: at })
    expect(receive(first, 2)).toBe(first)
    expect(receive(first, 9)).toBe(first)
  })
  it('changes nothing of an order in dispute, or of a replacement', () => {
    const disputed = order('disputed', [parcel(1, 4)], { state: 'shipped' })
    expect(receive(disputed, 1)).toBe(disputed)
    const replaced = order('shipped', [parcel(1, 4), parcel(2, 1, { replaces: report })], { state: 'shipped' })
    expect(receive(replaced, 2)).toBe(replaced)
  })
})

it('what was not shipped is cancelled alone', () => {
  const row = order('partlyShipped', [parcel(1, 2)])
  expect(orderGuesses['order.cancel'](row, { id }, context)).toMatchObject({
    ...{ state: 'shipped', stage: 'shipped', short: true },
  })
})

describe('a problem', () => {
  it('with goods that have not arrived is a dispute', () => {
    const row = reported(order('shipped', [parcel(1, 4)], { state: 'shipped' }))
    expect(row).toMatchObject({ stage: 'disputed', state: 'shipped', reports: [{ id: report, state: 'open', at }] })
    expect(reported(row)).toBe(row)
  })
  it('with goods that have arrived is none, and comes too late after a week', () => {
    const here = order('received', [parcel(1, 4, { receivedAt: 0 })], { state: 'received' })
    expect(reported(here)).toMatchObject({ stage: 'received', reports: [{ state: 'open' }] })
    const long = order('received', [parcel(1, 4, { receivedAt: at - 7 * 86_400_000 - 1 })], { state: 'received' })
    expect(reported(long)).toBe(long)
    expect(reported(here, 2)).toBe(here)
    expect(reported(null)).toBeNull()
  })
  it('is answered, and ends where its table says', () => {
    const row = reported(order('shipped', [parcel(1, 4)], { state: 'shipped' }))!
    const reply = (reply: 'accept' | 'withdraw', of: Order) =>
      orderProblemGuesses['order.reply'](of, { id, report, reply, offer: 0 }, context) as Order
    expect(reply('accept', row).reports).toMatchObject([{ state: 'open' }])
    expect(reply('withdraw', row).reports).toMatchObject([{ state: 'closed', endedAt: at }])
  })
})
