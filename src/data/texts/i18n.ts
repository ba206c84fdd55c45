import { createInstance, type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { filesOf, parts } from 'virtual:texts'
import type { Locale, LocaleCode } from '#contract/text/locales.ts'
import { deferred } from '#contract/deferred.ts'
import { chosenLanguage, keepLanguage, localeOf } from './language.ts'
import { lastMarketName } from './market-name.ts'

// The texts come in parts (scripts/build/texts-plugin.ts): the start's, all others with the first screen that says
// more, and what only stores and operators read. A screen is shown once its texts are here in every language that this
// page has spoken; switching to another reads the same parts in that one.

type Texts = { [name: string]: string | Texts }

const NAMESPACE = 'translation'
const START = 'start'
const wanted = new Set([START])
const { promise: started, resolve: begin } = deferred<i18n>()

async function read(part: string, code: string): Promise<Texts> {
  const load = parts[part]?.[code]
  if (!load) throw new Error(`no texts of ${part} for ${code}`)
  return (await load()).default as Texts
}

/**
 * All wanted parts in a language, also those that a screen wants meanwhile. With `some` only the start's must be
 * there: a screen whose own cannot be read says so itself.
 */
async function readWanted(code: string, some = false): Promise<Texts> {
  for (;;) {
    const names = [...wanted]
    const lack = (part: string, error: unknown): Texts => {
      if (!some || part === START) throw error
      wanted.delete(part)
      return {}
    }
    const texts = await Promise.all(names.map((part) => read(part, code).catch((error) => lack(part, error))))
    if (names.length === wanted.size) return texts.reduce(merged, {})
  }
}

function merged(into: Texts, more: Texts): Texts {
  const all = { ...into }
  for (const [name, value] of Object.entries(more)) {
    const known = all[name]
    all[name] = typeof known === 'object' && typeof value === 'object' ? merged(known, value) : value
  }
  return all
}

/**
 * Shows the page in another language, and keeps the choice on this device.
 *
 * @throws when its texts are not on this device and cannot be fetched; everything then stays as it is.
 */
export async function chooseLanguage(translator: i18n, code: LocaleCode): Promise<void> {
  await readWanted(code)
  await keepLanguage(code)
  // Again for a screen that said more meanwhile; they are here by now.
  translator.addResourceBundle(code, NAMESPACE, await readWanted(code), true, true)
  await translator.changeLanguage(code)
}

/** A translator over texts that are there already; it can be used at once. */
export function createTranslator(code: LocaleCode, texts: object, market: string): i18n {
  const instance = createInstance()
  void instance.use(initReactI18next).init({
    lng: code,
    resources: { [code]: { [NAMESPACE]: texts as Texts } },
    initAsync: false,
    // Every language has every key (a law test), so English need not be loaded beside it.
    fallbackLng: false,
    load: 'currentOnly',
    // React escapes what it renders.
    interpolation: { escapeValue: false, defaultVariables: { market } },
    returnNull: false,
    react: { useSuspense: false },
  })
  return instance
}

/**
 * The page's translator, set to the language chosen on this device, with the texts that are wanted by now; `document`
 * is what the first document was rendered with.
 */
export async function startI18n(document?: { language: string; market: string }): Promise<i18n> {
  const [locale, market] = await Promise.all([
    chosenLanguage(document?.language as LocaleCode | undefined),
    document?.market ?? lastMarketName(),
  ])
  const translator = createTranslator(locale.code, await readWanted(locale.code, true), market)
  applyLocale(locale)
  translator.on('languageChanged', (code) => applyLocale(localeOf(code as LocaleCode)))
  begin(translator)
  return translator
}

/** The parts that the translator has, each with its language. */
const given = new Set<string>()

/** Loads what a feature's screens say, unless it comes with the start. */
export async function loadTexts(feature: string): Promise<void> {
  const own = filesOf(feature)
  if (own.length === 0) return
  for (const part of own) wanted.add(part)
  const translator = await started
  // Again for a language that was chosen meanwhile.
  for (;;) {
    const missing = Object.keys(translator.store.data)
      .flatMap((code) => own.map((part) => ({ part, code, key: `${part} ${code}` })))
      .filter(({ key }) => !given.has(key))
    if (missing.length === 0) return
    const texts = await Promise.all(missing.map(({ part, code }) => read(part, code)))
    missing.forEach(({ code, key }, n) => {
      if (!given.has(key)) translator.addResourceBundle(code, NAMESPACE, texts[n], true, true)
      given.add(key)
    })
  }
}

/** Sets the document's language and reading direction. */
function applyLocale(locale: Locale): void {
  document.documentElement.lang = locale.code
  document.documentElement.dir = locale.dir
}
