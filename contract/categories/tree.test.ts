import { describe, expect, it } from 'vitest'
import { CATEGORY_LEVELS_MAX, inTree, placesFor } from './tree.ts'

//  1 ─ 2 ─ 3
//    └ 4
//  5
const some = [
  { id: 1, pid: 0 },
  { id: 5, pid: 0 },
  { id: 2, pid: 1 },
  { id: 4, pid: 1 },
  { id: 3, pid: 2 },
]
const ids = (all: readonly { id: number }[]): number[] => all.map(({ id }) => id)

describe('a tree of categories', () => {
  it('has what stands below each right behind it', () => {
    expect(inTree(some).map(({ id, level }) => [id, level])).toEqual([
      [1, 0],
      [2, 1],
      [3, 2],
      [4, 1],
      [5, 0],
    ])
    expect(inTree([])).toEqual([])
  })

  it('leaves out what stands nowhere, and ends where categories stand in a circle', () => {
    expect(
      ids(
        inTree([
          { id: 1, pid: 0 },
          { id: 2, pid: 9 },
        ]),
      ),
    ).toEqual([1])
    expect(
      inTree([
        { id: 1, pid: 2 },
        { id: 2, pid: 1 },
      ]),
    ).toEqual([])
    expect(inTree([{ id: 0, pid: 0 }]).length).toBeLessThan(5)
  })

  it('lets one stand below any but itself and what is below it', () => {
    expect(ids(placesFor(some, 2))).toEqual([1, 4, 5])
    expect(ids(placesFor(some, 1))).toEqual([5])
    expect(ids(placesFor(some, 5))).toEqual([1, 2, 3, 4])
    expect(ids(placesFor(some, undefined))).toEqual([1, 2, 3, 4, 5])
  })

  it('lets nothing stand too deep, with what it brings along', () => {
    const chain = Array.from({ length: CATEGORY_LEVELS_MAX }, (_, n) => ({ id: n + 1, pid: n }))
    expect(ids(placesFor(chain, undefined))).toEqual(ids(chain.slice(0, -1)))
    const pair = [
      { id: 90, pid: 0 },
      { id: 91, pid: 90 },
    ]
    expect(ids(placesFor([...chain, ...pair], 90))).toEqual(ids(chain.slice(0, -2)))
  })
})
