import { expect, it } from 'vitest'
import { whyNotOrderable } from './orderable.ts'

const lamp = { minimum: 50, multiple: 1, stock: 100 }

it('what can be paid, is in stock in its least quantity and goes where it shall, can be ordered', () => {
  // Rows of an older server say nothing of their worth.
  expect(whyNotOrderable(lamp)).toBeUndefined()
  expect(whyNotOrderable({ ...lamp, worth: 108 })).toBeUndefined()
})

it('a currency without a rate, stock below the least quantity and a closed area cannot', () => {
  expect(whyNotOrderable({ ...lamp, worth: null })).toEqual({ reason: 'currencyNotPayable' })
  expect(whyNotOrderable({ ...lamp, stock: 0 })).toEqual({ reason: 'outOfStock' })
  expect(whyNotOrderable({ ...lamp, stock: 41 })).toEqual({
    reason: 'stockBelowMinimum',
    params: { available: 41, minimum: 50 },
  })
  expect(whyNotOrderable({ ...lamp, multiple: 12, stock: 59 })?.params).toEqual({ available: 59, minimum: 60 })
  expect(whyNotOrderable(lamp, { areaOpen: false })).toEqual({ reason: 'areaNotOpen' })
  expect(whyNotOrderable(lamp, { gone: true })).toEqual({ reason: 'productGone' })
})
