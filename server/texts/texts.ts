import { readFileSync } from 'node:fs'
import { fallbackLocale, locales, type LocaleCode } from '#contract/text/locales.ts'
import type en from '#locales/en.json'

/** The keys of the texts that the server says, one by one. */
type Section = 'refusals' | 'mail' | 'mailKinds' | 'told' | 'answers' | 'cannot' | 'document' | 'titles'
export type TextKey =
  | { [S in Section]: `${S}.${keyof (typeof en)[S] & string}` }[Section]
  | `messages.why.${keyof (typeof en)['messages']['why'] & string}`
  | 'messages.parcel'
  | 'messages.product'

type Tree = { [name: string]: string | Tree }

const flat = (tree: Tree, prefix = ''): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + name, value]] : flat(value, `${prefix}${name}.`),
  )

/** The texts of a language by their full key. */
const read = (code: LocaleCode): Map<string, string> =>
  new Map(flat(JSON.parse(readFileSync(new URL(`../../locales/${code}.json`, import.meta.url), 'utf8')) as Tree))
const files = new Map<string, Map<string, string>>(locales.map(({ code }) => [code, read(code)]))

/**
 * A text in a language, English where that lacks it, with each {{name}} filled in; a name that is not given stays as it
 * is. Whoever says `market` asks what it is called (readMarketName): no name stands in for it.
 */
export function text(
  language: LocaleCode,
  key: TextKey,
  params: Readonly<Record<string, string | number>> = {},
): string {
  const found = files.get(language)?.get(key) ?? files.get(fallbackLocale)?.get(key)
  if (found === undefined) throw new Error(`There is no text for ${key}`)
  return found.replace(/\{\{(\w+)\}\}/g, (whole, word: string) =>
    Object.hasOwn(params, word) ? String(params[word]) : whole,
  )
}
