import { foldText } from '../text/fold-text.ts'

// Countries are found by name in whatever language somebody thinks of them, the same on a desk and in a command.

/** The languages in which every country is found, as `Intl` calls them. */
const LANGUAGES = [
  ...['en', 'zh-Hans', 'zh-Hant', 'ar', 'es', 'pt', 'ja', 'ko', 'hi', 'de', 'ru', 'fr', 'vi', 'id', 'ms'],
  ...['it', 'tr', 'fa', 'th', 'pl', 'nl', 'uk'],
]

/** Names that people use and `Intl` does not have, by ISO 3166-1 alpha-2. */
const EVERYDAY: Readonly<Record<string, readonly string[]>> = {
  AE: ['UAE', 'Emirates', 'الإمارات', '阿联酋'],
  BA: ['Bosnia'],
  CD: ['Congo Kinshasa', 'DR Congo', 'Zaire'],
  CG: ['Congo Brazzaville', 'Republic of the Congo'],
  CI: ['Ivory Coast'],
  CV: ['Cabo Verde'],
  CZ: ['Czech Republic'],
  GB: ['Great Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland'],
  KP: ['DPRK'],
  KR: ['Republic of Korea'],
  LA: ['Lao'],
  MK: ['Macedonia'],
  MM: ['Burma'],
  NL: ['Holland'],
  PS: ['Palestine'],
  RU: ['Russian Federation'],
  SA: ['KSA', 'Saudi', 'السعودية', '沙特'],
  SZ: ['Swaziland'],
  TL: ['East Timor'],
  TR: ['Turkey'],
  US: ['USA', 'America'],
  VA: ['Holy See'],
}

/** An area with everything by which it is found: its code and its names, folded. */
export interface NamedArea {
  code: string
  names: readonly string[]
}

/** The article, where at least three letters remain: it is left out as often as not. */
const ARABIC_ARTICLE = /(?<=^| )و?ال(?=\p{Script=Arabic}{3})/gu

/** A name as names are compared: without case, accents, the Arabic article, and signs between words. */
const foldName = (name: string): string =>
  foldText(name)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .replace(ARABIC_ARTICLE, '')

/** An area by its code and the names that it is found by. */
export const namedArea = (code: string, names: readonly string[]): NamedArea => ({
  code,
  names: [...new Set([code, ...names].map(foldName))].filter((name) => name !== ''),
})

/** Countries with their names in all languages, and those that `more` knows besides. It takes a while: keep them. */
export function namedCountries(
  codes: readonly string[],
  more: (code: string) => readonly string[] = () => [],
): NamedArea[] {
  const spoken = LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).map(
      (style) => new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' }),
    ),
  )
  return codes.map((code) =>
    namedArea(code, [...spoken.map((names) => names.of(code) ?? ''), ...(EVERYDAY[code] ?? []), ...more(code)]),
  )
}

/** Scripts without spaces: a word may begin anywhere. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u
/** Least letters that are looked for in the middle of a name, at the beginning of a word. */
const WORD_MIN = 3

/** How well a name fits: 0 as a whole, 1 at its beginning, 2 at that of a word; undefined where it does not. */
function fitOf(name: string, wanted: string): number | undefined {
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  if (UNSPACED.test(wanted)) return name.includes(wanted) ? 2 : undefined
  return wanted.length >= WORD_MIN && name.includes(` ${wanted}`) ? 2 : undefined
}

/** The codes of the areas that a text means, the best first; of all where nothing is looked for. */
export function findAreas(areas: readonly NamedArea[], text: string): string[] {
  if (text.trim() === '') return areas.map(({ code }) => code)
  const wanted = foldName(text)
  if (wanted === '') return []
  return areas
    .map(({ code, names }) => ({
      code,
      fit: Math.min(...names.map((name) => fitOf(name, wanted) ?? Infinity)),
    }))
    .filter(({ fit }) => fit < Infinity)
    .toSorted((a, b) => a.fit - b.fit)
    .map(({ code }) => code)
}

/** The one area that has a code, or a name as a whole; undefined where none has, or several have. */
export function areaNamed(areas: readonly NamedArea[], text: string): string | undefined {
  const wanted = foldName(text)
  const code = text.trim().toUpperCase()
  if (areas.some((area) => area.code === code)) return code
  const found = wanted === '' ? [] : areas.filter(({ names }) => names.includes(wanted))
  return found.length === 1 ? found[0]!.code : undefined
}
