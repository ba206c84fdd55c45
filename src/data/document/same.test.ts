import { describe, expect, it } from 'vitest'
import { sameResult } from './same.ts'

describe('the same result', () => {
  it.each([
    [1, 1],
    [undefined, undefined],
    [{ a: 1, b: undefined }, { a: 1 }],
    [[{ a: [1, 2] }], [{ a: [1, 2] }]],
    [new Map([[1, { a: 1 }]]), new Map([[1, { a: 1 }]])],
  ])('%j and %j', (a, b) => {
    expect(sameResult(a, b)).toBe(true)
  })

  it.each([
    [1, '1'],
    [null, undefined],
    [null, {}],
    [[1], [1, 2]],
    [[], {}],
    [{ a: 1 }, { a: 1, b: 0 }],
    [{ a: null }, {}],
    [new Map([[1, 1]]), new Map([[1, 2]])],
    [new Map(), {}],
  ])('not %j and %j', (a, b) => {
    expect(sameResult(a, b)).toBe(false)
    expect(sameResult(b, a)).toBe(false)
  })
})
