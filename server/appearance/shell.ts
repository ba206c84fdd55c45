import { APPEARANCE } from '#contract/appearance/header.ts'
import { locales, type LocaleCode } from '#contract/text/locales.ts'
import { MARKET_NAME } from '#contract/appearance/market-name.ts'
import { escaped } from '../texts/escaped.ts'
import { policyWith, styleHash } from '../http/page/headers.ts'
import type { DressedShell } from '../http/page/page.ts'
import { text } from '../texts/texts.ts'
import { documentAppearance, type Appearance } from './appearance.ts'
import { appearanceElements, dressHead } from './head.ts'

/**
 * The built index.html as this market's, in a language: whatever it calls Caravan has the market's name, and its style
 * sheet stands in it under its hash, as in a document. A service worker keeps it with its headers, so that a start
 * without a network has name, colour and logo as they were when it came.
 */
export function dressShell(html: string, appearance: Appearance, language: LocaleCode): DressedShell {
  const { name, version, style } = appearance
  const { about } = documentAppearance(appearance, language)
  const { dir } = locales.find(({ code }) => code === language)!
  const words = {
    description: escaped(about ?? text(language, 'document.description')),
    noScript: escaped(text(language, 'document.noScript', { market: name })),
  }
  const dressed = dressHead(html, appearance)
    .replaceAll(MARKET_NAME, () => escaped(name))
    .replace('<html lang="en">', `<html lang="${language}" dir="${dir}">`)
    .replace(/(<meta name="description" content=")[^"]*/, (_all, start: string) => start + words.description)
    .replace(/(<noscript>)[^<]*/, (_all, start: string) => start + words.noScript)
    .replace('</head>', () => `${appearanceElements(appearance)}</head>`)
  return {
    html: dressed,
    headers: {
      [APPEARANCE]: version,
      'Content-Security-Policy': policyWith(style === '' ? [] : [styleHash(style)]),
    },
  }
}
