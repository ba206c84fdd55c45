import { expect, describe, it } from 'vitest'
import { CONFIRM_WITHIN, PAY_WITHIN, inTab, orderTabs, type OrderTab } from './states.ts'
import type { UnknownValue } from '../wire/open.ts'

it('leaves two hours to pay and a day to ask no more', () => {
  expect([PAY_WITHIN / 60_000, CONFIRM_WITHIN / 3_600_000]).toEqual([120, 24])
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
    expect(all.filter((tab) => inTab(tab, { state })).join(' ')).toBe(tabs)
  })

  it('hold one with a problem, and one that was given back in part, where it stands and after sales', () => {
    const all = Object.keys(orderTabs) as OrderTab[]
    const of = (parts: object): string => all.filter((tab) => inTab(tab, { state: 'shipped', ...parts })).join(' ')
    expect(of({ reports: [{}], refunds: [] })).toBe('all shipped refund')
    expect(of({ refunds: [{}] })).toBe('all shipped refund')
    expect(of({ reports: [], refunds: [] })).toBe('all shipped')
  })
})
