import { expect, it } from 'vitest'
import type { Product, Variant } from '#contract/catalogue/schema.ts'
import { filled, firstQuantities, reckon, spread, usualFills } from './choosing.ts'

const ladder = [
  { from: 1, price: 100 },
  { from: 24, price: 90 },
]
const product = { ladder, minimum: 12, multiple: 6, choices: 0, stock: 100 } as unknown as Product
const variant = (id: number, extra: number, stock = 50) => ({ id, extra, stock }) as Variant

it('begins with the least that can be ordered', () => {
  expect(firstQuantities(product)).toEqual(new Map([[0, 12]]))
  expect(reckon(product, [], firstQuantities(product))).toEqual({
    chosen: [{ variantId: 0, num: 12, price: 100 }],
    pieces: 12,
    sum: 1200,
    missing: 0,
  })
})

it('counts all variants together for the ladder and the minimum', () => {
  const variants = [variant(1, 0), variant(2, 5)]
  const of = (...nums: [number, number][]) => reckon({ ...product, choices: 2 }, variants, new Map(nums))
  expect(of([1, 6])).toMatchObject({ pieces: 6, sum: 600, missing: 6 })
  expect(of([1, 12], [2, 12])).toMatchObject({ pieces: 24, sum: 12 * 90 + 12 * 95, missing: 0 })
  expect(of()).toMatchObject({ chosen: [], pieces: 0, missing: 0 })
})

it('fills every variant, no further than its stock in whole multiples', () => {
  expect(usualFills(product)).toEqual([12, 54, 102])
  const nums = filled(new Map([[3, 6]]), [variant(1, 0), variant(2, 0, 8), variant(4, 0, 0)], 12, 6)
  expect([...nums]).toEqual([
    [3, 6],
    [1, 12],
    [2, 6],
    [4, 0],
  ])
})

it('spreads a quantity evenly over what is chosen, else over all, and as far as there is stock', () => {
  const variants = [variant(1, 0, 500), variant(2, 0, 10), variant(3, 0, 500), variant(4, 0, 0)]
  const over = (nums: [number, number][], pieces: number, multiple: number) =>
    [...spread(new Map(nums), variants, pieces, multiple)].toSorted(([a], [b]) => a - b)
  expect(over([], 100, 1)).toEqual([
    [1, 45],
    [2, 10],
    [3, 45],
  ])
  expect(over([[1, 6]], 120, 6)).toEqual([[1, 120]])
  expect(over([], 24, 12)).toEqual([
    [1, 12],
    [3, 12],
  ])
  expect(over([[2, 6]], 600, 6)).toEqual([[2, 6]])
})
