import { describe, expect, it } from 'vitest'
import { issuedName, papersOf } from './paper-kinds.ts'

describe('the papers of an order', () => {
  it.each([
    ['waits on the device', { state: 'onDevice', paidAt: null }, ['order', 'proforma']],
    ['waits for its prices', { state: 'onDevice', paidAt: null, asked: true }, ['order']],
    ['is unpaid', { state: 'unpaid', paidAt: null }, ['order', 'proforma']],
    ['is paid', { state: 'paid', paidAt: 1 }, ['order']],
    ['has arrived', { state: 'received', paidAt: 1 }, ['order']],
    ['was cancelled unpaid', { state: 'cancelled', paidAt: null }, ['order']],
    ['was paid back', { state: 'refunded', paidAt: 1 }, ['order']],
  ] as const)('that %s', (_how, order, kinds) => expect(papersOf(order)).toEqual(kinds))
})

it('names an issued paper in an address', () => {
  expect(issuedName({ id: 'a:7:0', kind: 'invoice' })).toBe('invoice')
  expect(issuedName({ id: 'a:7:12', kind: 'creditNote' })).toBe('credit12')
})
