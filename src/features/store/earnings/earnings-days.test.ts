import { expect, it } from 'vitest'
import { sumsByDay, daysOf } from './earnings-days.ts'

const now = new Date(2026, 2, 31, 0, 30).getTime()

it('counts by the days of the calendar here, over the ends of months and the change of clocks', () => {
  const { days, from, until } = daysOf('7', now)
  expect(days[0]).toBe('2026-03-25')
  expect(days.at(-1)).toBe('2026-03-31')
  expect(from).toBe(new Date(2026, 2, 25).getTime())
  expect(until).toBe(new Date(2026, 3, 1).getTime())
  const at = (day: number, hour: number) => new Date(2026, 2, day, hour).getTime()
  const entries = [
    { at: at(31, 0), amount: 5 },
    { at: at(29, 23), amount: 700 },
    { at: at(29, 1), amount: -200 },
  ]
  expect(sumsByDay(days, entries)).toEqual([0, 0, 0, 0, 500, 0, 5])
  expect(daysOf('90', now).days).toHaveLength(90)
  expect(new Set(daysOf('90', now).days).size).toBe(90)
})

it('knows this month up to today, and all of the last one, also over the end of a year', () => {
  expect(daysOf('month', now).days).toHaveLength(31)
  const last = daysOf('lastMonth', now)
  expect([last.days[0], last.days.at(-1)]).toEqual(['2026-02-01', '2026-02-28'])
  expect(last.until).toBe(daysOf('month', now).from)
  const january = new Date(2026, 0, 1, 12).getTime()
  expect(daysOf('month', january).days).toEqual(['2026-01-01'])
  expect(daysOf('lastMonth', january).days[0]).toBe('2025-12-01')
  expect(daysOf('lastMonth', january).days).toHaveLength(31)
})
