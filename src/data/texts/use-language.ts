import { useTranslation } from 'react-i18next'
import type { LocaleCode } from '#contract/text/locales.ts'

/** The current language. */
export const useLanguage = (): LocaleCode => useTranslation().i18n.language as LocaleCode
