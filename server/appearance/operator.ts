import { locales } from '#contract/text/locales.ts'
import { ABOUT_MARKET_MAX, COLOR, CONTRAST_LEAST, contrastOnPage } from '#contract/appearance/shades.ts'
import { cannot } from '../operator/answer.ts'

// The settings of the market's appearance. Each function reads a value as it is typed, and returns it as it is kept; an
// empty one removes it.

/** The market's colour. @throws OperatorError with its contrast where it cannot be read on a page */
export function readColor(value: string): string {
  const color = value.toLowerCase()
  if (color === '') return ''
  if (!COLOR.test(color)) throw cannot('cannot.siteColor', { value })
  const ratio = contrastOnPage(color)
  if (ratio < CONTRAST_LEAST) {
    // Rounded down: 4.49 is not enough, and must not read as if it were.
    const shown = (Math.floor(ratio * 10) / 10).toFixed(1)
    throw cannot('cannot.siteContrast', { ratio: shown, least: CONTRAST_LEAST })
  }
  return color
}

/** The market's description of itself: JSON of a text by language. @throws OperatorError */
export function readDescription(value: string): string {
  if (value === '') return ''
  const texts = textsIn(value)
  if (!texts) throw cannot('cannot.siteDescription', { max: ABOUT_MARKET_MAX })
  return Object.keys(texts).length === 0 ? '' : JSON.stringify(texts)
}

/** The texts of a JSON object in languages that the market speaks, without empty ones; undefined for anything else. */
function textsIn(json: string): Record<string, string> | undefined {
  let read: unknown
  try {
    read = JSON.parse(json)
  } catch {
    return undefined
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return undefined
  const texts: Record<string, string> = {}
  for (const [language, text] of Object.entries(read)) {
    if (!locales.some(({ code }) => code === language) || typeof text !== 'string') return undefined
    const trimmed = text.replace(/\s+/g, ' ').trim()
    if (trimmed.length > ABOUT_MARKET_MAX || /\p{Cc}/u.test(trimmed)) return undefined
    if (trimmed !== '') texts[language] = trimmed
  }
  return texts
}
