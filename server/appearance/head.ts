import { APPEARANCE_ID } from '#contract/appearance/header.ts'
import type { DocumentAppearance } from '#contract/document.ts'

/** Where the app's own icons are. */
export const OWN_ICONS = '/icons'

/** The built page's head, or the whole of it, with the market's own icons and colour of the browser's bars. */
export function dressHead(html: string, { icons, bars }: Pick<DocumentAppearance, 'icons' | 'bars'>): string {
  return html
    .replace(/<link rel="icon" href="\/icon\.svg"[^>]*>/, (own) =>
      icons === OWN_ICONS ? own : `<link rel="icon" href="${icons}/192.png" type="image/png">`,
    )
    .replace(`${OWN_ICONS}/apple-touch.png`, `${icons}/apple-touch.png`)
    .replace(
      /(<meta name="theme-color" media="\(prefers-color-scheme: (light|dark)\)" content=")([^"]*)/g,
      (_all, start: string, theme: 'light' | 'dark', own: string) => start + (bars?.[theme] ?? own),
    )
}

/** The elements that tell the page which appearance the market has, with its style sheet where it has one. */
export const appearanceElements = ({ version, style }: Pick<DocumentAppearance, 'version' | 'style'>): string =>
  `<meta name="${APPEARANCE_ID}" content="${version}">${style && `<style id="${APPEARANCE_ID}">${style}</style>`}`
