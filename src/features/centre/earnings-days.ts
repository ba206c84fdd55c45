const pad = (n: number): string => String(n).padStart(2, '0')
const nameOf = (date: Date): string => `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`

/** The last days of the device's own calendar, the oldest first, and the moment at which they begin (Unix ms). */
export function lastDays(count: number, now: number): { days: string[]; from: number } {
  const today = new Date(now)
  const day = (back: number) => new Date(today.getFullYear(), today.getMonth(), today.getDate() - back)
  return { days: Array.from({ length: count }, (_, n) => nameOf(day(count - 1 - n))), from: day(count - 1).getTime() }
}

/** What came on each of some days. */
export function byDay(days: readonly string[], entries: readonly { at: number; amount: number }[]): number[] {
  const sums = new Map<string, number>()
  for (const { at, amount } of entries) {
    const day = nameOf(new Date(at))
    sums.set(day, (sums.get(day) ?? 0) + amount)
  }
  return days.map((day) => sums.get(day) ?? 0)
}
