/** The last version that came with the app. Those that follow are the operators' (server/market/merchant-contract). */
export const SHIPPED_VERSION = 3

/** The texts of the versions that came with the app, by language. They were signed: none is ever changed. */
const texts = new Map<string, () => Promise<{ versions: Readonly<Record<number, string>> }>>([
  ['en', () => import('./merchant-contract/en.ts')],
  ['ar', () => import('./merchant-contract/ar.ts')],
  ['zh', () => import('./merchant-contract/zh.ts')],
])

/** The text of a version that came with the app; undefined where it is none. */
export const contractText = async (version: number, language: string): Promise<string | undefined> =>
  (await texts.get(language)?.())?.versions[version]
