import { expect, it } from 'vitest'
import { circleOf, importersOfPersons } from './chunks.ts'

const orders = { file: 'assets/person-orders-screen-a.js', isDynamicEntry: true }
const shared = { file: 'assets/person-more-a.js' }
const manifest = { 'orders.tsx': orders, _more: shared, 'cart.tsx': { file: 'assets/cart-a.js', isDynamicEntry: true } }

it('says for whom a chunk is kept: for whom all that it shows is', () => {
  const of = (...paths: string[]): string =>
    circleOf(
      '/r',
      paths.map((path) => `/r/src/features/${path}`),
    )
  expect(of('operator/operator-screen.tsx')).toBe('staff-')
  expect(of('orders/orders-screen.tsx', 'orders/order-card.tsx')).toBe('person-')
  expect(of('orders/orders-screen.tsx', 'cart/cart-screen.tsx')).toBe('')
  expect(of('orders/orders-guest.tsx')).toBe('')
})

it('names what a guest could not open without a network', () => {
  expect(importersOfPersons({ ...manifest, 'orders.tsx': { ...orders, imports: ['_more'] } })).toEqual([])
  const cart = { ...manifest['cart.tsx'], imports: ['_more'] }
  expect(importersOfPersons({ ...manifest, 'cart.tsx': cart })).toEqual(['cart.tsx'])
})
