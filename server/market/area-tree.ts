import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { locales } from '#contract/text/locales.ts'
import type { Texts } from '#contract/text/locales.ts'

/** A country, province or city; a city's code is its province's (or country's) and its name. */
export interface AreaNode {
  code: string
  name: Texts
  below: boolean
}

interface Line {
  name: Texts
  children: string[]
  cities: string
}

let tree: Map<string, Line> | undefined

/**
 * The tree country → province → city, read when it is first asked for. Its file's form is told in scripts/areas.ts, its
 * sources in LICENCES.md.
 */
function areas(): Map<string, Line> {
  if (tree) return tree
  const lines = new Map<string, Line>()
  const text = gunzipSync(readFileSync(new URL('areas.tsv.gz', import.meta.url))).toString('utf8')
  for (const line of text.split('\n')) {
    const [code = '', names = '', cities = ''] = line.split('\t')
    const [en = '', ...others] = names.split('|')
    const spoken = others.map(
      (other) => [other.slice(0, other.indexOf(':')), other.slice(other.indexOf(':') + 1)] as const,
    )
    lines.set(code, {
      name: { en, ...Object.fromEntries(spoken.filter(([language]) => locales.some((l) => l.code === language))) },
      children: [],
      cities,
    })
    const country = countryOf(code)
    if (country !== code) lines.get(country)!.children.push(code)
  }
  return (tree = lines)
}

const countryOf = (code: string): string => code.slice(0, 2)

/** Whether a code is a country of the tree. */
export const isCountry = (code: string): boolean => code.length === 2 && areas().has(code)

/** The codes of all countries. */
export const countryCodes = (): string[] => [...areas().keys()].filter((code) => code.length === 2)

/** Whether a code is a country or a province of the tree. */
export const isArea = (code: string): boolean => areas().has(code)

/** The codes of the provinces of a country. */
export const provincesOf = (country: string): readonly string[] => areas().get(country)?.children ?? []

/** The codes of all provinces. */
export const provinceCodes = (): string[] => [...areas().keys()].filter((code) => code.length > 2)

/** The names of a country or province as the data has them; none for what the tree does not know. */
export const areaTexts = (code: string): Texts => areas().get(code)?.name ?? {}

/** The areas directly below one; all countries without one. Undefined when there is no such area. */
export function areasBelow(parent?: string): AreaNode[] | undefined {
  const all = areas()
  const node = (code: string): AreaNode => {
    const line = all.get(code)!
    return { code, name: line.name, below: line.children.length > 0 || line.cities !== '' }
  }
  if (parent === undefined) return countryCodes().map(node)
  const line = all.get(parent)
  if (!line) return undefined
  if (line.children.length > 0) return line.children.map(node)
  return line.cities === ''
    ? []
    : line.cities.split('|').map((name) => ({ code: `${parent}:${name}`, name: { en: name }, below: false }))
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

/**
 * The code of a country's province that a text means, by its code or its name in any language; undefined for what the
 * tree does not know.
 */
export function provinceCode(country: string, text: string): string | undefined {
  const children = areas().get(country)?.children ?? []
  return (
    children.find((code) => code === text) ??
    children.find((code) => Object.values(areas().get(code)!.name).some((name) => plain(name) === plain(text)))
  )
}
