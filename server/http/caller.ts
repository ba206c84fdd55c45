import { fallbackLocale, matchLocale, type LocaleCode } from '#contract/locales.ts'

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

/**
 * The caller's address, for limits only. Behind a proxy that we were told to trust it is the last one that the proxy
 * wrote.
 */
export function addressOf(headers: Headers, remote: string | undefined, trustProxy: boolean): string {
  const forwarded = trustProxy ? headers.get('X-Forwarded-For')?.split(',').at(-1)?.trim() : undefined
  return forwarded || remote || 'here'
}
