import { expect, it } from 'vitest'
import { dayIn } from './day-lists.ts'

it('reads a day of the calendar from an address, and nothing else', () => {
  const read = (query: string) => dayIn(new URLSearchParams(query))
  expect(read('day=2026-11-23&by=paid')).toEqual({ day: '2026-11-23', by: 'paid' })
  expect(read('day=2026-11-23&by=held')).toEqual({ day: '2026-11-23' })
  for (const query of ['', 'by=paid', 'day=', 'day=yesterday', 'day=2026-13-45', 'day=0026-11-23'])
    expect(read(query), query).toEqual({})
})
