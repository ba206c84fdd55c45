import { readFileSync } from 'node:fs'
import type { Picture } from '#contract/schema/picture.ts'
import { searchTokens } from '#contract/rules/search-tokens.ts'
import { drawnPicture, grounds, groundStyles, paints, type Arrangement, type Paint } from '../pictures/recipe.ts'

// Pictures of imported goods lie where this machine may not reach. Rather than a grey box each product gets
// a drawing of what it most likely is, told from its words.

const FALLBACK = 'package'
/** Words of a phrase, at most. */
const PHRASE_MAX = 3

const singular = (word: string): string =>
  word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
const wordsOf = (text: string): string[] => searchTokens(text).map(singular)

/** The glyph of each known word or phrase. */
function readGlyphs(): Map<string, string> {
  const known = new Map<string, string>()
  for (const line of readFileSync(new URL('./glyphs.txt', import.meta.url), 'utf8').split('\n')) {
    const [glyph, phrases] = line.split('|')
    if (line.startsWith('#') || phrases === undefined) continue
    for (const phrase of phrases.split(',')) known.set(wordsOf(phrase).join(' '), glyph!.trim())
  }
  return known
}
let glyphs: Map<string, string> | undefined

/** The glyph of the longest known phrase in a text, of several the last: English says last what a thing is. */
function inText(text: string): string | undefined {
  const known = (glyphs ??= readGlyphs())
  const words = wordsOf(text)
  for (let length = PHRASE_MAX; length > 0; length--) {
    for (let from = words.length - length; from >= 0; from--) {
      const found = known.get(words.slice(from, from + length).join(' '))
      if (found) return found
    }
  }
  return undefined
}

/** The head of a title: what stands before a comma, a dash or "with" names the thing, the rest describes it. */
const headOf = (title: string): string => title.split(/\s[-–—]\s|[,;(]|\b(?:with|for|in)\b/i)[0]!

/** The glyph of a product: by the narrowest level of its category that is known, else by its title. */
export function glyphFor(title: string, category: readonly string[]): string {
  const narrow = category
    .toReversed()
    .slice(0, 2)
    .map(inText)
    .find((g) => g !== undefined)
  return (
    narrow ?? inText(headOf(title)) ?? inText(title) ?? category.map(inText).find((g) => g !== undefined) ?? FALLBACK
  )
}

/** The glyph of a category by its own name. */
export const categoryGlyph = (path: readonly string[]): string =>
  path
    .toReversed()
    .map(inText)
    .find((g) => g !== undefined) ?? FALLBACK

const colourWords: Record<string, Paint> = {
  gray: 'grey',
  silver: 'grey',
  cyan: 'teal',
  magenta: 'pink',
  gold: 'yellow',
  ivory: 'white',
  cream: 'white',
  rose: 'pink',
  violet: 'purple',
  turquoise: 'teal',
}
function paintOf(title: string): Paint | undefined {
  for (const word of searchTokens(title).toReversed()) {
    const paint = paints.find((p) => p === word) ?? (Object.hasOwn(colourWords, word) ? colourWords[word] : undefined)
    if (paint) return paint
  }
  return undefined
}

/** A number that is always the same for a text, and looks like chance (FNV-1a). */
function numberOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}

const one: readonly Arrangement[] = ['single', 'single', 'tilt', 'podium', 'pair']
const many: readonly Arrangement[] = ['trio', 'stack', 'row', 'crate', 'tray']
const further: readonly Arrangement[] = ['close', 'crate', 'pair', 'trio']

/** The pictures of an imported product; always the same for the same product. */
export function picturesFor(id: string, title: string, category: readonly string[]): Picture[] {
  const icon = glyphFor(title, category)
  const n = numberOf(id)
  const first = /\b(set|pack|box) of\b|\b\d+ ?(?:pcs?|pieces|pack)\b/i.test(title)
    ? many[n % many.length]!
    : one[n % one.length]!
  // A carton stands for what is unknown; painting it would only look odd.
  const paint = icon === FALLBACK ? undefined : paintOf(title)
  const draw = (arrangement: Arrangement, i: number): Picture =>
    drawnPicture({
      icon,
      arrangement,
      paint,
      style: groundStyles[((n >>> 4) + i) % groundStyles.length]!,
      ground: ((n >>> 8) + i * 5) % grounds.length,
    })
  return [draw(first, 0), draw(further.filter((a) => a !== first)[(n >>> 12) % 3]!, 1)]
}

/** The round sign of an imported store or the picture of a category, always the same for the same name. */
export function signFor(name: string, icon: string, arrangement: 'badge' | 'single'): Picture {
  const n = numberOf(name)
  return drawnPicture({
    icon,
    arrangement,
    style: arrangement === 'badge' ? 'slant' : 'glow',
    ground: n % grounds.length,
  })
}
