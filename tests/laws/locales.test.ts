import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { locales } from '#contract/locales.ts'
import { refusalReasons } from '#contract/rules/refusal-reasons.ts'

const folder = fileURLToPath(new URL('../../locales/', import.meta.url))
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
