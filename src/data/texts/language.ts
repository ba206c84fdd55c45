import { locales, matchLocale, type Locale, type LocaleCode } from '#contract/text/locales.ts'
import { device } from '../device/device.ts'

/**
 * The language that the person chose on this device; on a first visit that of the `document` which the
 * server rendered, else the one that the browser asks for, which is then kept (spec §4).
 */
export async function chosenLanguage(document?: LocaleCode): Promise<Locale> {
  try {
    const kept = await device.read('language')
    const known = locales.find((l) => l.code === kept)
    if (known) return known
    const code = document ?? matchLocale(navigator.languages)
    await device.write('language', () => code)
    return localeOf(code)
  } catch {
    // Without storage nothing can be kept; the page still uses the browser's language.
    return localeOf(matchLocale(navigator.languages))
  }
}

/** Stores the chosen language on this device. */
export const keepLanguage = (code: LocaleCode): Promise<void> => device.write('language', () => code)

/** A language of the table by its code. */
export const localeOf = (code: LocaleCode): Locale => locales.find((l) => l.code === code)!
