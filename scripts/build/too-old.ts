import type { Plugin } from 'vite'
import { baseline } from '#contract/baseline.ts'
import { locales } from '#contract/text/locales.ts'
import { MARKET_NAME } from '#contract/appearance/market-name.ts'
import { tooOldNote } from '../../src/app/too-old-note.ts'
import { flat, readTexts } from './texts.ts'

const PLACEHOLDER = /\{\{(\w+)\}\}/g

/**
 * Puts the note for browsers below the baseline into index.html: in every language, since it does not know the
 * reader's. Documents have their own (src/entry-server.tsx).
 */
export function tooOld(root: string): Plugin {
  const words: Record<string, string> = { ...baseline, market: MARKET_NAME }
  const textIn = (code: string): string => new Map(flat(readTexts(root, code))).get('document.tooOld')!
  return {
    name: 'too-old',
    transformIndexHtml: (html) =>
      html.replace(
        '<body>',
        (body) =>
          `${body}\n    ${tooOldNote(
            locales.map(({ code }) => [code, textIn(code).replace(PLACEHOLDER, (_all, name: string) => words[name]!)]),
          )}`,
      ),
  }
}
