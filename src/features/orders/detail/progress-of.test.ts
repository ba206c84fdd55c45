import { expect, it } from 'vitest'
import { progressOf } from './progress-of.ts'

const order = { createdAt: 1, paidAt: null, shippedAt: null, receivedAt: null, closedAt: null }
const stepsOf = (more: Partial<Parameters<typeof progressOf>[0]>): string =>
  progressOf({ state: 'unpaid', ...order, ...more })
    .map(({ name, done, at }) => `${name}${done ? ` at ${at}` : ''}`)
    .join(', ')

it('shows the steps that are still to come', () => {
  expect(stepsOf({ state: 'onDevice' })).toBe('placed, paid, shipped, received')
  expect(stepsOf({ state: 'shipped', paidAt: 2, shippedAt: 3 })).toBe('placed at 1, paid at 2, shipped at 3, received')
})

it('shows of a closed order what it had come to, and how it ended', () => {
  expect(stepsOf({ state: 'cancelled', closedAt: 4 })).toBe('placed at 1, cancelled at 4')
  expect(stepsOf({ state: 'refunded', paidAt: 2, shippedAt: 3, closedAt: 4 })).toBe(
    'placed at 1, paid at 2, shipped at 3, refunded at 4',
  )
})
