import { describe, expect, it } from 'vitest'
import {
  CONFIRM_WITHIN,
  PAY_WITHIN,
  inTab,
  nextOrderState,
  orderEvents,
  orderStates,
  orderTabs,
  type OrderTab,
} from './order-states.ts'
import type { UnknownValue } from './open.ts'

describe('the life of an order', () => {
  it('goes these ways and no other', () => {
    const ways = orderStates.flatMap((from) =>
      orderEvents.flatMap((event) => {
        const to = nextOrderState(from, event)
        return to === undefined ? [] : [`${from} ${event} ${to}`]
      }),
    )
    expect(ways).toEqual([
      'onDevice place unpaid',
      'unpaid pay paid',
      'unpaid cancel cancelled',
      'unpaid timeout cancelled',
      'paid cancel cancelled',
      'paid ship shipped',
      'paid refund refunded',
      'shipped receive received',
      'shipped refund refunded',
      'received assess assessed',
    ])
  })

  it('goes nowhere from a state that this app does not know', () => {
    expect(nextOrderState('lost' as UnknownValue, 'cancel')).toBeUndefined()
  })

  it('leaves two hours to pay and a day to ask no more', () => {
    expect([PAY_WITHIN / 60_000, CONFIRM_WITHIN / 3_600_000]).toEqual([120, 24])
  })
})

describe('the lists of the orders screen', () => {
  it.each([
    ['onDevice', 'all onDevice'],
    ['unpaid', 'all unpaid'],
    ['paid', 'all paid'],
    ['shipped', 'all shipped'],
    ['received', 'all received assess'],
    ['assessed', 'all received'],
    ['cancelled', 'all closed'],
    ['refunded', 'all refund'],
    ['lost' as UnknownValue, 'all'],
  ] as const)('hold an order that is %s in: %s', (state, tabs) => {
    const all = Object.keys(orderTabs) as OrderTab[]
    expect(all.filter((tab) => inTab(tab, state)).join(' ')).toBe(tabs)
  })
})
