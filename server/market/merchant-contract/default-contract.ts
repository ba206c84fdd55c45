import { readFileSync } from 'node:fs'
import type { LocaleCode } from '#contract/text/locales.ts'
import { filledLines, type TextValues } from '#contract/text/filled-text.ts'

const read = (language: LocaleCode): string => readFileSync(new URL(`default.${language}.md`, import.meta.url), 'utf8')

/** The contract of a market that has published none, by language, as it is written. */
export const defaultContracts: Record<LocaleCode, string> = { en: read('en'), zh: read('zh'), ar: read('ar') }

/** The contract of a market whose operators have written none, with its values. */
export const defaultContract = (language: LocaleCode, values: TextValues): string =>
  filledLines(defaultContracts[language], values)
