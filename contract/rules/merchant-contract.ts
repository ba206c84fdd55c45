import type { LocaleCode } from '../locales.ts'

/** The version of the merchant's contract that is signed now. */
export const CONTRACT_VERSION = 3

/** The texts of all versions, by language. A text that was ever signed is never changed; a new version joins it. */
const texts: Record<LocaleCode, () => Promise<{ versions: Readonly<Record<number, string>> }>> = {
  en: () => import('./merchant-contract/en.ts'),
  ar: () => import('./merchant-contract/ar.ts'),
  zh: () => import('./merchant-contract/zh.ts'),
}

/** The contract's text in a language; undefined when there is no such version. */
export const contractText = async (version: number, language: LocaleCode): Promise<string | undefined> =>
  (await texts[language]()).versions[version]
