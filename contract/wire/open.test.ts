import { expect, it } from 'vitest'
import { knownOr } from './open.ts'

it('turns a value that is not known into the fallback', () => {
  expect(knownOr(['a', 'b'], 'b', null)).toBe('b')
  expect(knownOr(['a', 'b'], 'c', null)).toBeNull()
})
