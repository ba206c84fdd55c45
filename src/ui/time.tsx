import { useEffect, useState } from 'react'
import { intl } from './intl.ts'
import { useLabels } from './labels.ts'

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** "3 min. ago" in the language's own words; under a minute the given words for "just now". */
export function relativeTime(at: number, now: number, locale: string, justNow: string): string {
  const seconds = Math.round((at - now) / 1000)
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size)
      return intl('relative', locale, { numeric: 'auto', style: 'short' }).format(Math.trunc(seconds / size), unit)
  }
  return justNow
}

/** The date and time as the locale writes them. */
export const exactTime = (at: number, locale: string): string =>
  intl('date', locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at)

/**
 * The current time (Unix ms), updated every half minute; undefined while the page is not yet running, so that a
 * server's rendering has no clock in it.
 */
export function useNow(): number | undefined {
  const [now, setNow] = useState<number>()
  useEffect(() => {
    setNow(Date.now())
    const timer = window.setInterval(() => setNow(Date.now()), 30_000)
    return () => window.clearInterval(timer)
  }, [])
  return now
}

/** A relative time, with the exact time on hover and on tap. */
export function RelativeTime({ at }: { at: number }) {
  const { locale, justNow } = useLabels()
  const now = useNow()
  const [exact, setExact] = useState(false)
  return (
    // The exact time is in dateTime and the title; the press is for fingers.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <time
      dateTime={new Date(at).toISOString()}
      title={now === undefined ? undefined : exactTime(at, locale)}
      onClick={() => setExact(!exact)}
    >
      {/* A document has neither a clock nor a time zone: its place is kept free. */}
      {now === undefined ? '\u00a0' : exact ? exactTime(at, locale) : relativeTime(at, now, locale, justNow)}
    </time>
  )
}
