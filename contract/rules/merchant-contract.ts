import type { LocaleCode } from '../locales.ts'

/** The version of the merchant's contract that is signed now. */
export const CONTRACT_VERSION = 1

/** The texts, by version and language. One that was ever signed is never changed: a new version is born beside it. */
const texts: Record<number, Record<LocaleCode, () => Promise<{ contractText: string }>>> = {
  1: {
    en: () => import('./merchant-contract/v1-en.ts'),
    ar: () => import('./merchant-contract/v1-ar.ts'),
    zh: () => import('./merchant-contract/v1-zh.ts'),
  },
}

/** The contract's text in a language; undefined when there is no such version. */
export async function contractText(version: number, language: LocaleCode): Promise<string | undefined> {
  const load = (texts as Partial<typeof texts>)[version]?.[language]
  return load && (await load()).contractText
}
