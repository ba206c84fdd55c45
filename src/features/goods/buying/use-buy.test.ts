import { expect, it } from 'vitest'
import { buyingNow } from './use-buy.ts'

const product = { id: 7, storeId: 3, currency: 'USD' }

it('adds what was chosen and leaves it alone ticked, in one gesture', () => {
  const other = { id: 8, shopId: 3, variantId: 0 }
  const mine = { id: 7, shopId: 3, variantId: 2 }
  const acts = buyingNow(
    product,
    [
      { variantId: 1, num: 5, price: 500 },
      { variantId: 2, num: 6, price: 400 },
    ],
    [other, mine],
    new Map([[1, { num: 2, ticked: false }]]),
  )
  expect(acts.map(({ name, payload }) => [name, payload])).toEqual([
    ['cart.add', { id: 7, shopId: 3, variantId: 1, num: 5, price: 500, currency: 'USD' }],
    ['cart.add', { id: 7, shopId: 3, variantId: 2, num: 6, price: 400, currency: 'USD' }],
    ['cart.tick', { ...other, on: false }],
    ['cart.tick', { id: 7, shopId: 3, variantId: 1, on: true }],
  ])
})
