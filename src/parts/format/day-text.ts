import { intl } from '../../ui/intl.ts'

/** A day as the language writes it: "Mon, 3 Aug". */
export const dayText = (at: number, locale: string): string =>
  intl('date', locale, { weekday: 'short', day: 'numeric', month: 'short' }).format(at)
