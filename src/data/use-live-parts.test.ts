import { describe, expect, it } from 'vitest'
import { grownParts } from './use-live-parts.ts'

describe('the parts of a growing list', () => {
  it('stay the same while it only grows at its end', () => {
    const first = grownParts([], [1, 2, 3])
    const second = grownParts(first, [1, 2, 3, 4, 5])
    expect(second).toEqual([
      [1, 2, 3],
      [4, 5],
    ])
    expect(second[0]).toBe(first[0])
    expect(grownParts(second, [1, 2, 3, 4, 5])).toBe(second)
  })

  it('begin again when its order changed or it lost something', () => {
    expect(grownParts([[1, 2], [3]], [2, 1, 3, 4])).toEqual([[2, 1, 3, 4]])
    expect(grownParts([[1, 2], [3]], [1, 2])).toEqual([[1, 2]])
    expect(grownParts([[1]], [])).toEqual([])
  })
})
