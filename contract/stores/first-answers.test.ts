import { expect, it } from 'vitest'
import { ANSWER_SLOW, ANSWER_WEEK, answerHours } from './first-answers.ts'

const HOUR = 3_600_000

it('tells the next step of hours, up to a week', () => {
  const hours = [0, HOUR, HOUR + 1, 9 * HOUR, 25 * HOUR, ANSWER_WEEK * HOUR, ANSWER_WEEK * HOUR + 1].map(answerHours)
  expect(hours).toEqual([1, 1, 2, 12, 48, ANSWER_WEEK, ANSWER_SLOW])
})
