import { expect, it } from 'vitest'
import { failuresIn, shortened } from './failures.ts'

const report = {
  numPassedTests: 1,
  numFailedTests: 1,
  testResults: [
    {
      status: 'failed',
      name: '/market/tests/journeys/orders.test.ts',
      message: '',
      assertionResults: [
        { status: 'passed', fullName: 'orders are paid', failureMessages: [] },
        {
          status: 'failed',
          fullName: 'orders are shipped',
          failureMessages: ['\u001b[31mAssertionError: expected 1 to be 2\u001b[39m\n    at orders.test.ts:7'],
        },
      ],
    },
    { status: 'failed', name: '/market/worker/lost.test.ts', message: 'no such module\nat …', assertionResults: [] },
  ],
}

it('a failure is one line: its file, its name, the first line of its error', () => {
  expect(failuresIn('/market', report)).toEqual([
    'tests/journeys/orders.test.ts › orders are shipped: AssertionError: expected 1 to be 2',
    'worker/lost.test.ts: no such module',
  ])
})

it('so many that nobody reads them are counted', () => {
  const lines = shortened(Array.from({ length: 50 }, (_, n) => `${n} ${'x'.repeat(500)}`))
  expect(lines.length).toBe(41)
  expect(lines.at(-1)).toBe('… and 10 more')
  expect(Math.max(...lines.map((line) => line.length))).toBe(240)
})
