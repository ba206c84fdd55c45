import { describe, expect, it } from 'vitest'
import { PARCELS_MAX, type Divided } from '#contract/orders/parts.ts'
import { labelParcels, leastParcels } from './label-parcels.ts'

const parcel = (num: number, replaces: string | null = null) => ({
  ...{ lines: [{ id: 1, variantId: 0, num }], receivedAt: null, amount: 0, refunded: 0, replaces },
})
const order = (...sent: ReturnType<typeof parcel>[]): Divided => ({
  lines: [{ id: 1, variantId: 0, num: 10, price: 100 }],
  parcels: sent,
})

describe('the labels of an order', () => {
  it('are for the parcels to come, as many as it is packed in', () => {
    expect(leastParcels(order())).toBe(1)
    expect(labelParcels(order(), 1)).toEqual({ from: 1, total: 1 })
    expect(labelParcels(order(), 3)).toEqual({ from: 1, total: 3 })
    expect(leastParcels(order(parcel(4)))).toBe(2)
    expect(labelParcels(order(parcel(4)), 1)).toEqual({ from: 2, total: 2 })
    expect(labelParcels(order(parcel(4)), 4)).toEqual({ from: 2, total: 4 })
  })
  it('are for all that were sent once nothing is left', () => {
    expect(labelParcels(order(parcel(4), parcel(6)), 5)).toEqual({ from: 1, total: 2 })
    expect(labelParcels({ ...order(parcel(4)), short: true }, 3)).toEqual({ from: 1, total: 1 })
    // A replacement is no parcel of the order.
    expect(labelParcels(order(parcel(10), parcel(1, 'r')), 1)).toEqual({ from: 1, total: 1 })
  })
  it('are never more than an order has parcels', () => {
    expect(labelParcels(order(), 1_000).total).toBe(PARCELS_MAX)
  })
})
