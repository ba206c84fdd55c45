import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openMemory } from './memory.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'caravan-memory-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

it('a run that is resumed knows what has passed on its commit, and on no other', () => {
  const first = openMemory(root, true, 'one')
  expect([...first.passed]).toEqual([])
  first.keep('check', '✓ check')
  openMemory(root, true, 'one').keep('quick', '✓ quick')
  expect([...openMemory(root, true, 'one').passed.keys()]).toEqual(['check', 'quick'])
  expect([...openMemory(root, true, 'two').passed]).toEqual([])
  expect([...openMemory(root, false, 'one').passed]).toEqual([])
})

it('a run that is resumed knows the files that have passed in a step that came to no end', () => {
  const result = { passed: 2, skipped: [], failures: [] }
  const failed = { passed: 1, skipped: [], failures: [{ error: 'no' }] }
  const first = openMemory(root, false, 'three')
  first.keepUnit('e2e', 'a.test.ts', result)
  first.keepUnit('e2e', 'b.test.ts', result)
  expect([...openMemory(root, true, 'three').unitsOf('e2e')]).toEqual([
    ['a.test.ts', result],
    ['b.test.ts', result],
  ])
  // An error that came after its last test.
  first.keepUnits('e2e', new Map(Object.entries({ 'b.test.ts': failed, 'c.test.ts': result })))
  expect([...openMemory(root, true, 'three').unitsOf('e2e').keys()]).toEqual(['a.test.ts', 'c.test.ts'])
  expect(openMemory(root, true, 'three').unitsOf('journeys').size).toBe(0)
  expect(openMemory(root, true, 'four').unitsOf('e2e').size).toBe(0)
})

it('what is no clean checkout is not remembered', () => {
  openMemory(root, false, 'one').keep('check', '✓ check')
  const none = openMemory(root, false)
  none.keep('quick', '✓ quick')
  expect([...none.passed]).toEqual([])
  expect([...openMemory(root, true, 'one').passed.keys()]).toEqual(['check'])
})
