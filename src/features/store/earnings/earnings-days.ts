const pad = (n: number): string => String(n).padStart(2, '0')
const nameOf = (date: Date): string => `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`

/** Periods of earnings: a number of days up to today, this month up to today, or the month before. */
export const periods = ['7', '30', '90', 'month', 'lastMonth'] as const
export type Period = (typeof periods)[number]

/** The days of a period, by the device's own calendar. */
export interface Days {
  /** The oldest first, as 2026-03-25. */
  days: string[]
  /** The start of the first day, and the start of the day after the last (Unix ms). */
  from: number
  until: number
}

export function daysOf(period: Period, now: number): Days {
  const today = new Date(now)
  const [year, month, date] = [today.getFullYear(), today.getMonth(), today.getDate()]
  const [first, end] =
    period === 'month'
      ? [new Date(year, month, 1), new Date(year, month, date + 1)]
      : period === 'lastMonth'
        ? [new Date(year, month - 1, 1), new Date(year, month, 1)]
        : [new Date(year, month, date + 1 - Number(period)), new Date(year, month, date + 1)]
  const days: string[] = []
  for (let day = first; day < end; day = new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1))
    days.push(nameOf(day))
  return { days, from: first.getTime(), until: end.getTime() }
}

/** The sum of the entries on each day (minor units). */
export function sumsByDay(days: readonly string[], entries: readonly { at: number; amount: number }[]): number[] {
  const sums = new Map<string, number>()
  for (const { at, amount } of entries) {
    const day = nameOf(new Date(at))
    sums.set(day, (sums.get(day) ?? 0) + amount)
  }
  return days.map((day) => sums.get(day) ?? 0)
}
