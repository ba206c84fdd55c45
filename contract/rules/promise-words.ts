import type { LocaleCode } from '../locales.ts'
import type { Promises } from './promises.ts'

// The promises of a market as texts say them.

const amount = (unit: 'hour' | 'day', n: number, language: LocaleCode): string =>
  new Intl.NumberFormat(`${language}-u-nu-latn`, { style: 'unit', unit, unitDisplay: 'long' })
    .format(n)
    // As all our Chinese texts have it, and in Arabic after “within”.
    .replace(/(\d)(?=\p{Script=Han})/u, '$1 ')
    .replace(/(يوم|ساعت)ان$/u, '$1ين')

const between: Record<LocaleCode, string> = { en: ' to ', zh: ' 至 ', ar: ' إلى ' }

/** Within which time orders leave, in words: 24 hours, 3 days. */
export const shipWords = (days: number, language: LocaleCode): string =>
  days === 1 ? amount('hour', 24, language) : amount('day', days, language)

/** Within which time applications are answered, in words: 2 to 48 hours. */
export function reviewWords({ reviewLeast, reviewMost }: Promises, language: LocaleCode): string {
  const most = amount('hour', reviewMost, language)
  return reviewLeast > 0 && reviewLeast < reviewMost ? `${reviewLeast}${between[language]}${most}` : most
}
