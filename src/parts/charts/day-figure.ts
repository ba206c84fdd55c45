/** A figure of several days in a row. */
export interface DayFigure {
  title: string
  /** The days as YYYY-MM-DD, the oldest first, and the figure of each. */
  days: readonly string[]
  values: readonly number[]
  /** `bars` for what each day brought, `line` for what stood at its end. */
  look: 'bars' | 'line'
  /** The figure of all days together, in words. */
  sum: string
  say(value: number): string
  /** The same as short as it fits beside an axis. */
  tick(value: number): string
}
