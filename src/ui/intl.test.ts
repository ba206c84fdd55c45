import { expect, it, vi } from 'vitest'
import { intl } from './intl.ts'
import { exactTime, relativeTime } from './time.tsx'

it('formatters are made once for each kind, language and way, and not more than sixty are kept', () => {
  const list = intl('list', 'en')
  expect(intl('list', 'en')).toBe(list)
  expect(intl('list', 'de')).not.toBe(list)
  expect(intl('number', 'en', { maximumFractionDigits: 1 })).not.toBe(intl('number', 'en'))
  for (let digits = 0; digits < 60; digits++)
    intl('number', 'en', { maximumFractionDigits: digits, useGrouping: false })
  expect(intl('list', 'en')).not.toBe(list)
})

it('times are written without making a formatter for each', () => {
  const write = () => [
    exactTime(0, 'en'),
    relativeTime(0, 7_200_000, 'en', 'now'),
    relativeTime(0, 60_000, 'en', 'now'),
  ]
  const first = write()
  const [dates, relatives] = [vi.spyOn(Intl, 'DateTimeFormat'), vi.spyOn(Intl, 'RelativeTimeFormat')]
  expect(write()).toEqual(first)
  expect([dates.mock.calls, relatives.mock.calls]).toEqual([[], []])
  vi.restoreAllMocks()
})
