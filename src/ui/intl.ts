import { RecentMap } from './recent-map.ts'

interface Formats {
  number: [Intl.NumberFormat, Intl.NumberFormatOptions]
  date: [Intl.DateTimeFormat, Intl.DateTimeFormatOptions]
  relative: [Intl.RelativeTimeFormat, Intl.RelativeTimeFormatOptions]
  list: [Intl.ListFormat, Intl.ListFormatOptions]
  names: [Intl.DisplayNames, Intl.DisplayNamesOptions]
}

const makers: { [K in keyof Formats]: (locale: string, options?: Formats[K][1]) => Formats[K][0] } = {
  number: (locale, options) => new Intl.NumberFormat(locale, options),
  date: (locale, options) => new Intl.DateTimeFormat(locale, options),
  relative: (locale, options) => new Intl.RelativeTimeFormat(locale, options),
  list: (locale, options) => new Intl.ListFormat(locale, options),
  names: (locale, options = { type: 'region' }) => new Intl.DisplayNames(locale, options),
}

/** A page has one language and some twenty ways to format; a change of language replaces them. */
const FORMATTERS_MAX = 60
const made = new RecentMap<Formats[keyof Formats][0]>(FORMATTERS_MAX)

/** A formatter of Intl, made once: making one costs a hundred times as much as using it. */
export function intl<K extends keyof Formats>(kind: K, locale: string, options?: Formats[K][1]): Formats[K][0] {
  const key = `${kind} ${locale} ${JSON.stringify(options)}`
  const known = made.get(key)
  if (known) return known
  const format = makers[kind](locale, options)
  made.set(key, format)
  return format
}
