import { expect, it } from 'vitest'
import { ask } from '../ask.ts'

// A sample of `npm run simulate -- --planted`.

it.concurrent.each(['two-transactions', 'no-dedupe', 'drop-on-401'])('finds a planted bug: %s', async (planted) => {
  let found = 0
  await ask({ step: 1, failures: 1, shrinks: false, planted, from: 1, count: 120 }, (message) => {
    if (message.type === 'history' && message.outcome.violations.some((v) => v.id !== 'bug')) found += 1
  })
  expect(found).toBe(1)
})
