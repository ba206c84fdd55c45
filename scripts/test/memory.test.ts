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

it('what is no clean checkout is not remembered', () => {
  openMemory(root, false, 'one').keep('check', '✓ check')
  const none = openMemory(root, false)
  none.keep('quick', '✓ quick')
  expect([...none.passed]).toEqual([])
  expect([...openMemory(root, true, 'one').passed.keys()]).toEqual(['check'])
})
