import { expect, it } from 'vitest'
import { readLegal } from './read-legal.ts'

const before = { name: 'Lin Ltd', address: '4 Port road\nTyre', taxNumber: 'EG 1', prefix: '' }

it('sends only what was changed, as it will be kept', () => {
  expect(readLegal(before, before)).toEqual({ faults: new Set(), change: undefined })
  expect(readLegal({ ...before, name: ' Lin  Ltd ' }, before).change).toBeUndefined()
  expect(readLegal({ ...before, taxNumber: '', prefix: 'nb' }, before).change).toEqual({ taxNumber: '', prefix: 'NB' })
})

it('names what cannot be kept, and then sends nothing', () => {
  const long = 'x'.repeat(301)
  expect(readLegal({ ...before, name: 'Lin', address: long, prefix: 'N-B' }, before)).toEqual({
    faults: new Set(['address', 'prefix']),
    change: undefined,
  })
})
