import { describe, expect, it } from 'vitest'
import { isUnder, saleFilters } from './sales.ts'
import { SHIP_WITHIN, type OrderStage } from '../orders/stages.ts'

const NOW = 10 * SHIP_WITHIN
const parcel = (num: number) => ({
  ...{ lines: [{ id: 7, variantId: 0, num }], receivedAt: null, amount: 100, refunded: 0, replaces: null },
})
const sale = (stage: OrderStage, shipped: number, more: object = {}) => ({
  ...{ state: 'paid' as const, stage, paidAt: NOW - 1000, reports: [] },
  lines: [{ id: 7, variantId: 0, num: 4, price: 100 }],
  parcels: shipped > 0 ? [parcel(shipped)] : [],
  ...more,
})
const under = (one: ReturnType<typeof sale>): string[] => saleFilters.filter((filter) => isUnder(one, filter, NOW))
const open = { reports: [{ state: 'open' as const }] }

describe('the parts in which a store looks at its orders', () => {
  it.each([
    ['unpaid', sale('unpaid', 0, { paidAt: null }), ['all']],
    ['paid', sale('paid', 0), ['toShip', 'all']],
    ['paid the day before yesterday', sale('paid', 0, { paidAt: NOW - 2 * SHIP_WITHIN }), ['toShip', 'late', 'all']],
    ['partly shipped', sale('partlyShipped', 2), ['toShip', 'all']],
    ['partly shipped, its rest given back', sale('shipped', 2, { short: true }), ['shipped', 'all']],
    ['shipped', sale('shipped', 4), ['shipped', 'all']],
    ['in dispute with a rest to ship', sale('disputed', 2, open), ['toShip', 'problems', 'all']],
    ['received, with a problem', sale('received', 4, open), ['received', 'problems', 'all']],
    ['cancelled', sale('cancelled', 0), ['ended', 'all']],
    ['in a stage that this app does not know', sale('beamed' as OrderStage, 0), ['all']],
  ])('has one that is %s under', (_how, one, filters) => expect(under(one)).toEqual(filters))
})
