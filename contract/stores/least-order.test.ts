import { expect, it } from 'vitest'
import { belowLeast } from './least-order.ts'

const order = {
  currency: 'EUR',
  lines: [
    { num: 12, amount: 600 },
    { num: 6, amount: 900 },
  ],
}

it('counts the pieces of all goods together', () => {
  expect(belowLeast({ least: { pieces: 30 }, currency: 'EUR' }, order)).toEqual({
    of: 'pieces',
    least: 30,
    missing: 12,
  })
  expect(belowLeast({ least: { pieces: 18 }, currency: 'EUR' }, order)).toBeUndefined()
})
it('counts money before shipping and taxes, in the store’s own currency', () => {
  const least = { amount: 2000 }
  expect(belowLeast({ least, currency: 'EUR' }, order)).toEqual({ of: 'amount', least: 2000, missing: 500 })
  expect(belowLeast({ least: { amount: 1500 }, currency: 'EUR' }, order)).toBeUndefined()
  expect(belowLeast({ least, currency: 'USD' }, order)).toBeUndefined()
})
it('asks for nothing where a store has none, or an older server told none', () => {
  expect(belowLeast({ least: null, currency: 'EUR' }, order)).toBeUndefined()
  expect(belowLeast({ currency: 'EUR' }, order)).toBeUndefined()
})
