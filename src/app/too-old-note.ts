import { locales, type LocaleCode } from '#contract/text/locales.ts'

/** HTML in which no character of a text is a tag's. */
const escapeText = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/**
 * The note that a browser below the baseline (contract/baseline.ts) shows instead of the page, in some languages:
 * public/layers.css shows it there alone. All others never lay it out.
 */
export const tooOldNote = (texts: readonly (readonly [LocaleCode, string])[]): string =>
  `<div class="too-old" hidden>${texts
    .map(([code, text]) => {
      const { dir } = locales.find((locale) => locale.code === code)!
      return `<p lang="${code}" dir="${dir}">${escapeText(text)}</p>`
    })
    .join('')}</div>`
