import { expect, it } from 'vitest'
import type { Order } from '#contract/sync/schema-rows.ts'
import { quote } from '../../../tests/support/device/cart-items.ts'
import { lostAgreements } from './lost-agreements.ts'

const agreement = quote()
const line = { id: agreement.productId, variantId: 0, num: 20, quote: agreement.id }
const order = (lines: object[] = [line], currency = agreement.currency): Pick<Order, 'lines' | 'currency'> => ({
  lines: lines as Order['lines'],
  currency,
})
const found = (of: Pick<Order, 'lines' | 'currency'>, left: number, held: string[] = [], now = 0) =>
  lostAgreements(of, {
    quotes: new Map([[agreement.id, agreement]]),
    held: new Set(held),
    left: () => left,
    now,
  })

it('tells why an agreed price does not hold for an order any more', () => {
  const lost = { line: 0, price: 800, currency: 'USD', least: 10 }
  expect(found(order(), 9)).toEqual([{ ...lost, why: 'short' }])
  expect(found(order(), 20)).toEqual([{ ...lost, why: 'part' }])
  expect(found(order(), 9, [], Number.MAX_SAFE_INTEGER)).toEqual([{ ...lost, why: 'over' }])
  expect(found(order([line], 'EUR'), 20)).toEqual([{ ...lost, why: 'over' }])
})

it('leaves out prices that hold, lines without an agreement, and those of which nothing is left', () => {
  expect(found(order(), 20, [`${line.id}:0`])).toEqual([])
  expect(found(order([{ ...line, quote: undefined }]), 9)).toEqual([])
  expect(found(order([{ ...line, quote: 'another' }]), 9)).toEqual([])
  expect(found(order(), 0)).toEqual([])
})
