import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { LocaleCode } from '#contract/locales.ts'
import { keepLanguage } from './language.ts'

/** The current language, and a way to choose another: stored on this device, shown at once. */
export function useLanguage(): { language: LocaleCode; choose(code: LocaleCode): Promise<void> } {
  const { i18n } = useTranslation()
  const choose = useCallback(
    async (code: LocaleCode) => {
      await keepLanguage(code)
      await i18n.changeLanguage(code)
    },
    [i18n],
  )
  return { language: i18n.language as LocaleCode, choose }
}
