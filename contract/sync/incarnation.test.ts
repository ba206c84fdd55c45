import { expect, it } from 'vitest'
import { nextIncarnation } from './incarnation.ts'

it('counts the incarnations of copies up from the first', () => {
  const first = 'abcdefghijklmnop'
  expect(nextIncarnation(first)).toBe(`${first}-2`)
  expect(nextIncarnation(`${first}-2`)).toBe(`${first}-3`)
  expect(nextIncarnation(`${first}-9`)).toBe(`${first}-10`)
  expect(nextIncarnation(`${first}-10`)).toBe(`${first}-11`)
})

it('takes only a whole incarnation with a number behind it for a counted one', () => {
  for (const other of ['x-2', 'abcdefghijklmnop-', 'abcdefghijklmnop-x', 'xabcdefghijklmnop-2', 'abcdefghijklmnop-2x'])
    expect(nextIncarnation(other)).toBe(`${other}-2`)
})
