import { createInstance, type BackendModule, type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Locale, LocaleCode } from '#contract/locales.ts'
import { chosenLanguage, localeOf } from '../data/language.ts'

const files = import.meta.glob<Record<string, unknown>>('../../locales/*.json', { import: 'default' })

/** Loads the texts of a language, one file each, when the language is first used. */
const backend: BackendModule = {
  type: 'backend',
  init() {},
  // i18next accepts a promise only from a function with exactly two parameters.
  async read(code, _namespace) {
    const load = files[`../../locales/${code}.json`]
    if (!load) throw new Error(`no texts for ${code}`)
    return load()
  },
}

/** The app's translator, set to the language chosen on this device. */
export async function startI18n(): Promise<i18n> {
  const locale = await chosenLanguage()
  const instance = createInstance()
  instance.on('languageChanged', (code) => applyLocale(localeOf(code as LocaleCode)))
  await instance
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: locale.code,
      // Every language has every key (a law test), so English need not be loaded beside it.
      fallbackLng: false,
      load: 'currentOnly',
      // React escapes what it renders.
      interpolation: { escapeValue: false },
      returnNull: false,
      react: { useSuspense: false },
    })
  return instance
}

/** Sets the document's language and reading direction. */
function applyLocale(locale: Locale): void {
  document.documentElement.lang = locale.code
  document.documentElement.dir = locale.dir
}
