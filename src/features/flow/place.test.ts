import { expect, it } from 'vitest'
import { nearEnd, placeAt, stepOf } from './place.ts'

it('a scroll shows the place that most of the window is over, within those that there are', () => {
  expect([0, 349, 351, 700, 99_999, -20].map((y) => placeAt(y, 700, 30))).toEqual([0, 0, 1, 1, 29, 0])
  expect([placeAt(0, 0, 30), placeAt(500, 700, 0)]).toEqual([0, 0])
})

it('more is asked for before the end is reached', () => {
  expect([0, 24, 25, 29].map((at) => nearEnd(at, 30))).toEqual([false, false, true, true])
})

it('keys go one place on or back', () => {
  expect(['ArrowDown', 'j', 'PageDown', 'ArrowUp', 'k', 'PageUp'].map(stepOf)).toEqual([1, 1, 1, -1, -1, -1])
  expect(['x', 'constructor', 'Enter', ' '].map(stepOf)).toEqual([0, 0, 0, 0])
})
