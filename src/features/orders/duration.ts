import { intl } from '../../ui/intl.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A duration in the language's own words: "1 hr 52 min"; under ten minutes with seconds, whole hours in full. */
export function durationText(ms: number, locale: string): string {
  const unit = (n: number, name: 'hour' | 'minute' | 'second', unitDisplay: 'short' | 'long' = 'short') =>
    intl('number', locale, { style: 'unit', unit: name, unitDisplay }).format(n)
  if (ms >= HOUR && ms % HOUR === 0) return unit(ms / HOUR, 'hour', 'long')
  const hours = Math.floor(ms / HOUR)
  const minutes = Math.floor((ms % HOUR) / MINUTE)
  if (hours > 0) return `${unit(hours, 'hour')} ${unit(minutes, 'minute')}`
  if (minutes >= 10) return unit(minutes, 'minute')
  const seconds = unit(Math.floor((ms % MINUTE) / 1000), 'second')
  return minutes > 0 ? `${unit(minutes, 'minute')} ${seconds}` : seconds
}
