import type { LocaleCode } from '#contract/locales.ts'
import { filledLines, type TextValues } from '#contract/rules/filled-text.ts'
import { contractText as ar } from './default-ar.ts'
import { contractText as en } from './default-en.ts'
import { contractText as zh } from './default-zh.ts'

/** What a market begins with, as it is written. */
export const defaultContracts: Record<LocaleCode, string> = { en, zh, ar }

/** The contract of a market whose operators have written none, with its values. */
export const defaultContract = (language: LocaleCode, values: TextValues): string =>
  filledLines(defaultContracts[language], values)
