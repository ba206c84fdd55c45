import { expect, it } from 'vitest'
import type { UnknownValue } from '#contract/wire/open.ts'
import { countsByDesk } from './desk-counts.ts'

const since = null

it('adds up what waits at one desk, and leaves out what this app does not know', () => {
  const counts = countsByDesk([
    { what: 'talks', count: 2, since },
    { what: 'reports', count: 3, since },
    { what: 'applications', count: 0, since },
    { what: 'toString' as UnknownValue, count: 7, since },
  ])
  expect([...counts]).toEqual([
    ['talks', 5],
    ['applications', 0],
  ])
})
