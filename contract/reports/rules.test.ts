import { expect, it } from 'vitest'
import { ANSWER_WITHIN, answerBy, HOLIDAY_WAIT_MAX } from './rules.ts'

const at = (text: string): number => Date.parse(`${text}:00Z`)
const holiday = { from: '2026-12-24', to: '2027-01-02' }

it('a store answers within three days, and its holiday does not count', () => {
  expect(answerBy(at('2026-12-01T10:00'), null)).toBe(at('2026-12-04T10:00'))
  expect(answerBy(at('2026-12-20T10:00'), holiday)).toBe(at('2026-12-23T10:00'))
  expect(answerBy(at('2026-12-23T12:00'), holiday)).toBe(at('2027-01-05T12:00'))
  expect(answerBy(at('2026-12-30T12:00'), holiday)).toBe(at('2027-01-06T00:00'))
})

it('no holiday keeps a problem waiting for more than two weeks', () => {
  const reported = at('2026-12-25T00:00')
  expect(answerBy(reported, { from: '2026-12-24', to: '2027-12-24' })).toBe(reported + ANSWER_WITHIN + HOLIDAY_WAIT_MAX)
})
