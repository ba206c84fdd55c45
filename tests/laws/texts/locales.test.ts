import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { locales } from '#contract/text/locales.ts'
import { refusalReasons } from '#contract/wire/refusal-reasons.ts'

const folder = fileURLToPath(new URL('../../../locales/', import.meta.url))
const src = fileURLToPath(new URL('../../../src/', import.meta.url))
type Tree = { [key: string]: string | Tree }

/** All texts of a language by their full key. */
function flat(tree: Tree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as const] : [...flat(value, `${prefix}${key}.`)],
    ),
  )
}
const read = (code: string): Map<string, string> =>
  flat(JSON.parse(readFileSync(`${folder}${code}.json`, 'utf8')) as Tree)

/** The full keys that a file has twice; `JSON.parse` takes the last of them and says nothing. */
function keptTwice(json: string): string[] {
  const sections: Set<string>[] = []
  const path: string[] = []
  const twice: string[] = []
  for (const [token, name] of json.matchAll(/[{}]|"((?:[^"\\]|\\.)*)"\s*:|"(?:[^"\\]|\\.)*"/g)) {
    if (token === '{') sections.push(new Set())
    else if (token === '}') sections.pop()
    if (name === undefined) continue
    path.splice(sections.length - 1, Infinity, name)
    if (sections.at(-1)!.has(name)) twice.push(path.join('.'))
    sections.at(-1)!.add(name)
  }
  return twice
}

/** The end of a key whose name has a meaning only beside another word. */
const PREPOSITION = /(?<=\.)(after|at|before|by|for|from|in|of|off|on|since|through|to|until|with)$/

const PLURAL = /_(zero|one|two|few|many|other)$/
const base = (key: string): string => key.replace(PLURAL, '')
const placeholders = (text: string): string[] =>
  [...new Set(text.match(/\{\{[^}]*\}\}/g) ?? [])].map((p) => p.replace(/[\s{}]|,.*/g, '')).sort()

const en = read('en')
const plurals = new Set([...en.keys()].filter((key) => PLURAL.test(key)).map(base))
const others = locales.map((l) => l.code).filter((code) => code !== 'en')

describe('the languages', () => {
  it('are exactly the files in locales/', () => {
    expect(
      readdirSync(folder)
        .filter((f) => f.endsWith('.json'))
        .sort(),
    ).toEqual(locales.map((l) => `${l.code}.json`).sort())
  })

  it('has texts at all', () => {
    expect(en.size).toBeGreaterThan(50)
  })

  it.each(locales.map((l) => l.code))('%s has each key once', (code) => {
    expect(keptTwice(readFileSync(`${folder}${code}.json`, 'utf8'))).toEqual([])
  })

  it('would be told of a key that stands there twice', () => {
    expect(keptTwice('{"a": {"to": "{\\"to\\": 1}", "b": {"to": "x"}, "to": "to"}, "c": {"to": ""}, "a": {}}')).toEqual(
      ['a.to', 'a'],
    )
  })

  // Two uses of such a key have two meanings, and the words for one replace the words for the other. A text with a
  // placeholder is held to one use by what fills it in.
  it('have no text that is named by a preposition alone and said by two modules', () => {
    const keys = [...en].flatMap(([key, text]) => (PREPOSITION.test(key) && !text.includes('{{') ? [key] : []))
    expect(keys.length).toBeGreaterThan(5)
    const modules = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path))
    const sources = modules.map((path) => [path, readFileSync(src + path, 'utf8')] as const)
    const saying = (key: string): string[] =>
      sources.flatMap(([path, source]) => (source.includes(`'${key}'`) ? [path] : []))
    expect(keys.filter((key) => saying(key).length > 1)).toEqual([])
  })

  it.each(others)('%s has every key of English and no other', (code) => {
    const theirs = read(code)
    const keys = (all: Iterable<string>): string[] =>
      [...new Set([...all].map((key) => (plurals.has(base(key)) ? base(key) : key)))].sort()
    expect(keys(theirs.keys())).toEqual(keys(en.keys()))
  })

  it.each(locales.map((l) => l.code))(
    '%s composes the name of a button from what the button shows, so that it can be said aloud (WCAG 2.5.3)',
    (code) => {
      for (const key of ['sync.of', 'store.followOf']) expect(read(code).get(key)).toContain('{{act}}')
    },
  )

  it.each(locales.map((l) => l.code))('%s has the plural forms that its grammar needs, and no others', (code) => {
    const theirs = read(code)
    const needed = new Intl.PluralRules(code)
      .resolvedOptions()
      .pluralCategories.map((c) => `_${c}`)
      .sort()
    for (const key of plurals) {
      const forms = [...theirs.keys()]
        .filter((k) => base(k) === key && PLURAL.test(k))
        .map((k) => k.slice(key.length))
        .sort()
      expect(forms, `${code}: ${key}`).toEqual(needed)
    }
  })

  it.each(others)('%s fills in what English fills in', (code) => {
    const theirs = read(code)
    for (const [key, text] of theirs) {
      const source = en.get(key) ?? en.get(`${base(key)}_other`)
      // A form for exactly one or two may leave the number out ("one piece").
      const wanted = placeholders(source ?? '').filter((p) => !(PLURAL.test(key) && p === 'count'))
      expect(
        placeholders(text).filter((p) => !(PLURAL.test(key) && p === 'count')),
        `${code}: ${key}`,
      ).toEqual(wanted)
    }
  })

  it.each(locales.map((l) => l.code))('%s has no empty text', (code) => {
    expect([...read(code)].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([])
  })

  it('has a text for every refusal', () => {
    expect(refusalReasons.filter((reason) => !en.has(`refusals.${reason}`))).toEqual([])
  })
})
