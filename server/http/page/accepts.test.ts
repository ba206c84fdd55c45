import { expect, it } from 'vitest'
import { accepts } from './accepts.ts'

it.each([
  ['gzip', true],
  ['GZIP', true],
  ['br, gzip;q=0.5', true],
  ['deflate,gzip ; q=1', true],
  ['gzip;q=0', false],
  ['gzip; q=0.000', false],
  ['xgzip', false],
  ['br', false],
  ['', false],
  [null, false],
])('%s takes gzip: %s', (header, taken) => {
  expect(accepts(header, 'gzip')).toBe(taken)
})
