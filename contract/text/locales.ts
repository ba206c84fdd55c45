// Apart from schema-texts.ts, so that a page can choose a language without carrying the schemas' library.

/**
 * The languages the interface speaks: code (the file's name in locales/), its own name, an icon of one or two of its
 * letters, its direction, and the browser tags that choose it (spec §3, §4).
 */
export const locales = [
  { code: 'en', name: 'English', icon: 'En', dir: 'ltr', tags: ['en'] },
  { code: 'zh', name: '简体中文', icon: '简', dir: 'ltr', tags: ['zh', 'zh-hans', 'zh-cn', 'zh-sg'] },
  { code: 'ar', name: 'العربية', icon: 'ع', dir: 'rtl', tags: ['ar'] },
] as const

export type Locale = (typeof locales)[number]
export type LocaleCode = Locale['code']

/** The language spoken when nothing else fits (spec §4). */
export const fallbackLocale: LocaleCode = 'en'

/** The first supported language that a list of BCP 47 tags asks for; English if there is none. */
export function matchLocale(tags: readonly string[]): LocaleCode {
  for (const tag of tags) {
    const parts = tag.toLowerCase().split('-')
    for (let n = parts.length; n > 0; n--) {
      const prefix = parts.slice(0, n).join('-')
      const found = locales.find((l) => (l.tags as readonly string[]).includes(prefix))
      if (found) return found.code
    }
  }
  return fallbackLocale
}

/** A text in the languages it exists in, by language code; never empty. */
export type Texts = Record<string, string>

/** The text in the wanted language, else English, else whichever there is. */
export function textIn(texts: Texts, language: string): string {
  return texts[language] ?? texts[fallbackLocale] ?? Object.values(texts)[0] ?? ''
}
