import { expect, it } from 'vitest'
import { byDay, dayName } from './by-day.ts'

const at = (text: string): number => new Date(text).getTime()
const words = { today: 'Today', yesterday: 'Yesterday' }

it('days begin at the midnight of the device, and keep the order', () => {
  const items = [at('2026-03-02T09:00'), at('2026-03-02T00:00'), at('2026-03-01T23:59:59')].map((time) => ({
    at: time,
  }))
  expect(byDay(items).map(({ items: of }) => of.length)).toEqual([2, 1])
  expect(byDay([])).toEqual([])
})

it('the last two days have names, others their date', () => {
  const now = at('2026-03-02T00:00')
  const name = (text: string) => dayName(byDay([{ at: at(text) }])[0]!.day, now, 'en', words)
  expect([name('2026-03-02T00:00'), name('2026-03-01T23:00'), name('2026-02-28T23:00')]).toEqual([
    'Today',
    'Yesterday',
    'February 28, 2026',
  ])
})
