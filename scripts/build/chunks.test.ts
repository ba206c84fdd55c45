import { expect, it } from 'vitest'
import { circleOf } from './chunks.ts'

it('says for whom a chunk is kept: for whom all that it shows is', () => {
  const of = (...paths: string[]): string =>
    circleOf(
      '/r',
      paths.map((path) => `/r/src/features/${path}`),
    )
  expect(of('operator/screen/operator-screen.tsx')).toBe('staff-')
  expect(of('orders/list/orders-screen.tsx', 'orders/list/order-card.tsx')).toBe('person-')
  expect(of('orders/list/orders-screen.tsx', 'cart/cart-screen.tsx')).toBe('')
  expect(of('account/own-guest.tsx')).toBe('')
})
