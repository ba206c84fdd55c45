import { describe, expect, it } from 'vitest'
import { fallsShort, isLow, isSoldOut } from './low-stock.ts'

describe('goods that run out', () => {
  it.each([
    [{ stock: 30, minimum: 10 }, false, false],
    [{ stock: 29, minimum: 10 }, true, false],
    [{ stock: 10, minimum: 10 }, true, false],
    [{ stock: 9, minimum: 10 }, false, true],
    [{ stock: 10, minimum: 1 }, false, false],
    [{ stock: 9, minimum: 1 }, true, false],
    [{ stock: 0, minimum: 1 }, false, true],
  ])('%o: low %s, sold out %s', (shelf, low, out) => {
    expect([isLow({ state: 'listed', ...shelf }), isSoldOut({ state: 'listed', ...shelf })]).toEqual([low, out])
    expect([isLow({ state: 'draft', ...shelf }), isSoldOut({ state: 'hidden', ...shelf })]).toEqual([false, false])
  })

  it.each([
    [40, 10, false],
    [40, 11, true],
    [40, 40, true],
    [29, 1, false],
    [5, 5, false],
  ])('of %i with a least order of 10, %i taken: falls %s', (stock, taken, falls) => {
    expect(fallsShort({ stock, minimum: 10 }, taken)).toBe(falls)
  })
})
