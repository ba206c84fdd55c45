import type { LocaleCode } from '../text/locales.ts'
import type { Promises } from './promises.ts'

// The promises of a market as texts say them. Their units are written here, not by Intl.NumberFormat: texts are signed,
// and its tables change from one version to the next.

interface Words {
  /** By plural form; `other` stands for those that a language does not tell apart. `#` is the number. */
  hour: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }
  day: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }
  between: string
}
const words: Record<LocaleCode, Words> = {
  en: {
    hour: { one: '# hour', other: '# hours' },
    day: { one: '# day', other: '# days' },
    between: ' to ',
  },
  zh: { hour: { other: '# 小时' }, day: { other: '# 天' }, between: ' 至 ' },
  // In the genitive, because they follow “within”.
  ar: {
    hour: { one: 'ساعة', two: 'ساعتين', few: '# ساعات', other: '# ساعة' },
    day: { one: 'يوم', two: 'يومين', few: '# أيام', many: '# يومًا', other: '# يوم' },
    between: ' إلى ',
  },
}

function amount(unit: 'hour' | 'day', n: number, language: LocaleCode): string {
  const forms = words[language][unit]
  return (forms[new Intl.PluralRules(language).select(n)] ?? forms.other).replace('#', `${n}`)
}

/** Within which time orders leave, in words: 24 hours, 3 days. */
export const shipWords = (days: number, language: LocaleCode): string =>
  days === 1 ? amount('hour', 24, language) : amount('day', days, language)

/** Within which time applications are answered, in words: 2 to 48 hours. */
export function reviewWords({ reviewLeast, reviewMost }: Promises, language: LocaleCode): string {
  const most = amount('hour', reviewMost, language)
  return reviewLeast > 0 && reviewLeast < reviewMost ? `${reviewLeast}${words[language].between}${most}` : most
}
