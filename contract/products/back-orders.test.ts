import { expect, it } from 'vitest'
import { backOrdered, onShelf } from './back-orders.ts'

it('counts what an order takes from the shelf first', () => {
  // 240 on the shelf, and up to 100 more.
  expect([onShelf(340, 100), backOrdered(240, 340, 100), backOrdered(250, 340, 100)]).toEqual([240, 0, 10])
  // 30 are owed already, and 70 more can be ordered.
  expect([onShelf(70, 100), backOrdered(5, 70, 100)]).toEqual([0, 5])
  // No back orders.
  expect([onShelf(7, 0), backOrdered(7, 7, 0)]).toEqual([7, 0])
})
