import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { MOST_UNSTEADY, runAgain } from './again.ts'
import { failed, failureLines, type Results } from './results.ts'
import type { runStep } from './run.ts'

const step = { name: 'journeys', projects: ['journeys'], again: true } as const
const results = (count: number): Results =>
  new Map(Array.from({ length: count }, (_, n) => [`${n}.test.ts`, failed('no', 'a test')]))
const passes = vi.fn<typeof runStep>(async (_root, _step, { only = [] } = {}) => {
  const all: Results = new Map([[only[0]!, { passed: 1, skipped: [], failures: [] }]])
  return all
})

beforeAll(() => void vi.spyOn(console, 'log').mockReturnValue(undefined))
afterAll(() => vi.restoreAllMocks())

it('what passes when it is run again is unsteady, and counts as passed', async () => {
  const outcome = results(MOST_UNSTEADY)
  const unsteady = await runAgain('/market', new Map([[step, outcome]]), passes)
  expect(unsteady.map(({ unit }) => unit)).toEqual([...outcome.keys()])
  expect(failureLines(outcome)).toEqual([])
})

it('more than may be unsteady are not run again, and have failed', async () => {
  passes.mockClear()
  const outcome = results(MOST_UNSTEADY + 1)
  expect(await runAgain('/market', new Map([[step, outcome]]), passes)).toEqual([])
  expect(passes).not.toHaveBeenCalled()
  expect(failureLines(outcome)).toHaveLength(MOST_UNSTEADY + 1)
})

it('units, laws and the check are never run again', async () => {
  passes.mockClear()
  const outcome = results(1)
  expect(await runAgain('/market', new Map([[{ name: 'quick', projects: ['unit'] }, outcome]]), passes)).toEqual([])
  expect(passes).not.toHaveBeenCalled()
})
