import { intl } from '../../ui/intl.ts'

/** The items of one day; `day` is its midnight in the device's time (Unix ms). */
export interface Day<T> {
  day: number
  items: T[]
}

const midnight = (at: number): number => new Date(at).setHours(0, 0, 0, 0)

/** Divides items, which are in order of time, into days. */
export function byDay<T extends { at: number }>(items: readonly T[]): Day<T>[] {
  const days: Day<T>[] = []
  for (const item of items) {
    const day = midnight(item.at)
    const last = days.at(-1)
    if (last?.day === day) last.items.push(item)
    else days.push({ day, items: [item] })
  }
  return days
}

/** A day's name: today, yesterday, or its date. */
export function dayName(day: number, now: number, locale: string, words: { today: string; yesterday: string }): string {
  const today = midnight(now)
  if (day === today) return words.today
  // A day of another length (summer time) still ends at a midnight.
  if (day === midnight(today - 1)) return words.yesterday
  return intl('date', locale, { dateStyle: 'long' }).format(day)
}
