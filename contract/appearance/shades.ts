import { pictureUrl } from '../pictures/urls.ts'

// How a market looks: one colour, from which the shades of the interface are made, and one logo. Every shade can be
// read: 4.5:1 at least with each colour of src/ui/tokens.css that it meets, in both themes.

/** The app's own colour, where a market sets none: night indigo. */
export const OWN_COLOR = '#1f2a5a'

/** A colour as it is kept. */
export const COLOR = /^#[0-9a-f]{6}$/

/** The least contrast of words and their ground (WCAG 2.2 AA). */
export const CONTRAST_LEAST = 4.5
/** Shades that can be chosen freely have more: words, and fills below them. */
const CONTRAST_GOOD = 7
const CONTRAST_FILL = 5

/** The most characters of what the market says of itself, in one language. */
export const ABOUT_MARKET_MAX = 160

/** The edge of a market's logo, which is a square (px). */
export const LOGO_EDGE = 512

/** The colours of src/ui/tokens.css that shades meet: paper, card and sunk; ink and ink-soft. */
export const MET = {
  light: { grounds: ['#f6f4ef', '#ffffff', '#ebe7de'], card: '#ffffff', words: ['#1b1d26', '#5c584f'] },
  dark: { grounds: ['#12141c', '#1b1e29', '#262a37'], card: '#1b1e29', words: ['#eceae4', '#b0aca2'] },
} as const

const WHITE = '#ffffff'
const BLACK = '#000000'

/** The shades of one theme, by the tokens that they take the place of. */
export interface Shades {
  indigo: string
  onIndigo: string
  primary: string
  onPrimary: string
  wash: string
}

const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

/** Relative luminance of a colour (WCAG). */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = channels(hex)
    .map((channel) => channel / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The contrast of two colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const leastContrast = (color: string, others: readonly string[]): number =>
  Math.min(...others.map((other) => contrast(color, other)))

/** How well a colour can be read on the grounds of a page: the least of its contrasts with them. */
export const contrastOnPage = (color: string): number => leastContrast(color, MET.light.grounds)

const hexOf = (parts: readonly number[]): string =>
  `#${parts.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

/** Two colours mixed: `share` (0 to 1) of the second. */
function mixed(one: string, other: string, share: number): string {
  const others = channels(other)
  return hexOf(channels(one).map((channel, n) => channel + (others[n]! - channel) * share))
}

/** A colour made lighter (0 to 1, which is white): its full tone lies half way, so that it turns no grey. */
function lighter(color: string, share: number): string {
  const most = Math.max(...channels(color))
  const full = most === 0 ? WHITE : hexOf(channels(color).map((channel) => (channel * 255) / most))
  return share < 0.5 ? mixed(color, full, 2 * share) : mixed(full, WHITE, 2 * share - 1)
}

/** The first shade that fits, by growing shares; the last where none does. */
function firstOf(shade: (share: number) => string, fits: (color: string) => boolean): string {
  for (let percent = 0; percent < 100; percent += 2) {
    const color = shade(percent / 100)
    if (fits(color)) return color
  }
  return shade(1)
}

/** A ground in the tone of a colour: as strong as all that stands on it allows. */
const washOf = (card: string, tone: string, share: number, words: readonly string[]): string =>
  firstOf(
    (less) => mixed(card, tone, share * (1 - less)),
    (shade) => leastContrast(shade, [tone, ...words]) >= CONTRAST_LEAST,
  )

/** The shades of a colour that can be read on the grounds of a page. */
export function shadesOf(color: string): { light: Shades; dark: Shades } {
  const { light, dark } = MET
  const ink = firstOf(
    (share) => lighter(color, share),
    (shade) => leastContrast(shade, dark.grounds) >= CONTRAST_GOOD,
  )
  return {
    light: {
      indigo: color,
      onIndigo: WHITE,
      primary: color,
      onPrimary: WHITE,
      wash: washOf(light.card, color, 0.1, light.words),
    },
    dark: {
      indigo: ink,
      onIndigo: firstOf(
        (share) => mixed(color, BLACK, 0.4 + 0.6 * share),
        (shade) => contrast(shade, ink) >= CONTRAST_GOOD,
      ),
      // A dark fill would not be seen on a dark page: it is as light as white words allow.
      primary: firstOf(
        (less) => lighter(color, 1 - less),
        (shade) => contrast(shade, WHITE) >= CONTRAST_FILL,
      ),
      onPrimary: WHITE,
      wash: washOf(dark.card, ink, 0.14, dark.words),
    },
  }
}

/** The tokens of shades, as a style sheet declares them. */
export const declared = ({ indigo, onIndigo, primary, onPrimary, wash }: Shades): Record<`--${string}`, string> => ({
  '--indigo': indigo,
  '--on-indigo': onIndigo,
  '--primary': primary,
  '--on-primary': onPrimary,
  '--indigo-wash': wash,
  '--dusk': wash,
})

const block = (shades: Shades): string =>
  Object.entries(declared(shades))
    .map(([name, value]) => `${name}:${value}`)
    .join(';')

/**
 * The style sheet of a market's colour and of its logo (a picture's `src`); empty without both. It wins over
 * src/ui/tokens.css wherever it stands, and does without light-dark(), which browsers of the baseline lack.
 */
export function styleOf(color: string | null, logo: string | null): string {
  const rules: string[] = []
  if (color !== null) {
    const { light, dark } = shadesOf(color)
    rules.push(
      `:root:root,[data-theme=light][data-theme]{${block(light)}}`,
      `@media (prefers-color-scheme:dark){:root:root:not([data-theme]){${block(dark)}}}`,
      `[data-theme=dark][data-theme]{${block(dark)}}`,
    )
  }
  if (logo !== null) rules.push(`:root:root{--logo:url(${pictureUrl(logo, 160, 'webp')})}`)
  return rules.join('')
}
