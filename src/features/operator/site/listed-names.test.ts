import { expect, it } from 'vitest'
import { listedNames, movedName, withName } from './listed-names.ts'

it('reads and changes a list of names', () => {
  expect(listedNames(' buying, help ,,')).toEqual(['buying', 'help'])
  expect(listedNames('')).toEqual([])
  expect(withName(['a', 'b'], 'c', true)).toEqual(['a', 'b', 'c'])
  expect(withName(['a', 'b'], 'a', true)).toEqual(['b', 'a'])
  expect(withName(['a', 'b'], 'a', false)).toEqual(['b'])
  expect(movedName(['a', 'b', 'c'], 'c')).toEqual(['a', 'c', 'b'])
  expect(movedName(['a', 'b'], 'a')).toEqual(['a', 'b'])
  expect(movedName(['a'], 'x')).toEqual(['a'])
})
