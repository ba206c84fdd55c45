import { intl } from '../../ui/intl.ts'

/** A date and time in UTC, which says so: two people in two places print the same of it. */
export const utcTime = (at: number, locale: string): string =>
  `${intl('date', locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`
