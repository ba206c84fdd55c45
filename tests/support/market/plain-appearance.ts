import type { DocumentAppearance } from '#contract/document.ts'

/** How a market looks whose operator has set nothing. */
export const plainAppearance: DocumentAppearance = {
  version: 'plain',
  about: null,
  style: '',
  icons: '/icons',
  bars: null,
}
