import { fallbackLocale, locales, matchLocale, type LocaleCode } from '#contract/text/locales.ts'

/** The caller's language: the first supported one of Accept-Language, in the order of their weights (spec §7). */
export function languageOf(header: string | null): LocaleCode {
  if (!header) return fallbackLocale
  const weighed = header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...params] = part.trim().split(';')
      const q = params.map((p) => /^\s*q=([\d.]+)\s*$/.exec(p)?.[1]).find((v) => v !== undefined)
      return { tag, weight: q === undefined ? 1 : Number(q) }
    })
  return matchLocale(
    weighed
      .filter((w) => w.weight > 0)
      .sort((a, b) => b.weight - a.weight)
      .map((w) => w.tag),
  )
}

/** The language that an address names, if it is one of ours. */
export const languageIn = (query: URLSearchParams): LocaleCode | undefined =>
  locales.find((locale) => locale.code === query.get('lang'))?.code

/** The language in which something public is asked for: the one that its address names, else the caller's. */
export const languageAsked = ({ url, headers }: Request): LocaleCode =>
  languageIn(new URL(url).searchParams) ?? languageOf(headers.get('Accept-Language'))

/**
 * The caller's address, for limits only. Behind a proxy that we were told to trust it is the last one that the proxy
 * wrote.
 */
export function callerAddress(headers: Headers, remote: string | undefined, trustProxy: boolean): string {
  const forwarded = trustProxy ? headers.get('X-Forwarded-For')?.split(',').at(-1)?.trim() : undefined
  return forwarded || remote || 'here'
}

const browsers: readonly [name: string, pattern: RegExp][] = [
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS|Chromium)\//],
  ['Safari', /Version\/.*Safari\//],
]
const systems: readonly [name: string, pattern: RegExp][] = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['ChromeOS', /CrOS/],
  ['macOS', /Mac OS X|Macintosh/],
  ['Linux', /Linux|X11/],
]

/**
 * A browser and its system by their names, "Chrome · Android", from a User-Agent header; empty when it names neither.
 */
export function deviceOf(userAgent: string): string {
  const agent = userAgent.slice(0, 500)
  const named = [browsers, systems].map((list) => list.find(([, pattern]) => pattern.test(agent))?.[0])
  return named.filter((name) => name !== undefined).join(' · ')
}
