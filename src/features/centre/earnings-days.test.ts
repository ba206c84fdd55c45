import { expect, it } from 'vitest'
import { byDay, lastDays } from './earnings-days.ts'

it('counts by the days of the calendar here, over the ends of months and the change of clocks', () => {
  const now = new Date(2026, 2, 31, 0, 30).getTime()
  const { days, from } = lastDays(7, now)
  expect(days[0]).toBe('2026-03-25')
  expect(days.at(-1)).toBe('2026-03-31')
  expect(from).toBe(new Date(2026, 2, 25).getTime())
  const at = (day: number, hour: number) => new Date(2026, 2, day, hour).getTime()
  const entries = [
    { at: at(31, 0), amount: 5 },
    { at: at(29, 23), amount: 700 },
    { at: at(29, 1), amount: -200 },
  ]
  expect(byDay(days, entries)).toEqual([0, 0, 0, 0, 500, 0, 5])
  expect(lastDays(90, now).days).toHaveLength(90)
  expect(new Set(lastDays(90, now).days).size).toBe(90)
})
