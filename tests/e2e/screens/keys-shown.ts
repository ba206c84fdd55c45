import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { flat, readTexts } from '../../../scripts/build/texts.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const keys = new Set(flat(readTexts(root, 'en')).map(([key]) => key.replace(/_(one|other)$/, '')))

/** The keys that stand on the page, or in a name of something on it, where their texts should. */
export async function keysShown(page: Page): Promise<string[]> {
  const words = await page.evaluate(() => document.body.innerHTML.match(/\w+(?:\.\w+)+/g) ?? [])
  return words.filter((word) => keys.has(word))
}
