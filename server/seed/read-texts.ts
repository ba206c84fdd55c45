import { readFileSync } from 'node:fs'
import type { Texts } from '#contract/text/locales.ts'
import type { Paint } from '../pictures/recipe.ts'

/** The rows of a text file beside this one: fields between bars, remarks after a hash. */
function rowsOf(file: string): string[][] {
  const lines = readFileSync(new URL(`./texts/${file}.txt`, import.meta.url), 'utf8').split('\n')
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('|').map((field) => field.trim()))
}

const words = (field: string): string[] => field.split(/[ ,]+/).filter((word) => word !== '')
const names = (field: string): string[] => field.split(',').map((name) => name.trim())
const texts = (fields: readonly string[]): Texts => ({ en: fields[0]!, zh: fields[1]!, ar: fields[2]! })

export interface SeedCategory {
  key: string
  parent: string
  icon: string
  ground: number
  name: Texts
}
export interface SeedItem {
  category: string
  icon: string
  price: number
  editions: string[]
  colours: Paint[]
  sizes: string
  name: Texts
  /** The photographs that show it, by colour; drawings show what has none. */
  photographs: Map<Paint, string[]> | undefined
  /** No glyph shows it: it has no picture. */
  undrawn: boolean
}

/** The photographs of each colour: `p=red:one+two,blue:three`. */
const photographsOf = (option: string | undefined): SeedItem['photographs'] =>
  option === undefined
    ? undefined
    : new Map(
        option.split(',').map((each) => {
          const [colour, shown] = each.split(':') as [Paint, string]
          return [colour, shown.split('+')]
        }),
      )

function readGoods(file: string): { categories: SeedCategory[]; items: SeedItem[] } {
  const categories: SeedCategory[] = []
  const items: SeedItem[] = []
  let category = ''
  for (const row of rowsOf(file)) {
    const first = row[0]!
    if (first.startsWith('==') && row.length === 1) {
      category = first.slice(2).trim()
      continue
    }
    if (first.startsWith('==')) {
      category = first.slice(2).trim()
      categories.push({
        key: category,
        parent: row[1]!,
        icon: row[2]!,
        ground: Number(row[3]),
        name: texts(row.slice(4)),
      })
      continue
    }
    const options = Object.fromEntries(row[3]!.split(';').map((o) => o.split('=') as [string, string | undefined]))
    const photographs = photographsOf(options.p)
    items.push({
      category,
      icon: first,
      price: Number(row[1]),
      editions: words(row[2]!),
      colours: photographs ? [...photographs.keys()] : (words(options.c ?? '') as Paint[]),
      sizes: options.s ?? '',
      name: texts(row.slice(4)),
      photographs,
      undrawn: 'undrawn' in options,
    })
  }
  return { categories, items }
}

export interface SeedEdition {
  percent: number
  name: Texts
}
export interface SeedStore {
  name: string
  area: string
  currency: string
  shipping: number
  tax: number
  icon: string
  ground: number
  paint: Paint | undefined
  sells: string[]
}
export interface SeedReview {
  rating: number
  language: string
  text: string
}

export interface SeedTexts {
  categories: SeedCategory[]
  items: SeedItem[]
  /** Items that photographs show; of categories that the others are of. */
  photographed: SeedItem[]
  editions: Map<string, SeedEdition>
  /** Sentences by part: 'open', 'pack', and one part for each root category. */
  sentences: Map<string, Texts[]>
  stores: SeedStore[]
  brands: Map<string, string[]>
  colours: Map<string, Texts>
  reviews: SeedReview[]
  replies: SeedReview[]
  people: Map<string, string[]>
}

const grouped = <T>(rows: readonly string[][], make: (row: string[]) => T): Map<string, T[]> => {
  const map = new Map<string, T[]>()
  for (const row of rows) map.set(row[0]!, [...(map.get(row[0]!) ?? []), make(row)])
  return map
}
const reviewOf = (row: string[]): SeedReview => ({ rating: Number(row[0]), language: row[1]!, text: row[2]! })

/** Everything that the demo catalogue is composed of, as it is written in the files of texts/. */
export function readTexts(): SeedTexts {
  return {
    ...readGoods('goods'),
    photographed: readGoods('photographed').items,
    editions: new Map(
      rowsOf('editions').map((row) => [row[0]!, { percent: Number(row[1]), name: texts(row.slice(2)) }]),
    ),
    sentences: grouped(rowsOf('sentences'), (row) => texts(row.slice(1))),
    stores: rowsOf('stores').map((row) => ({
      name: row[0]!,
      area: row[1]!,
      currency: row[2]!,
      shipping: Number(row[3]),
      tax: Number(row[4]),
      icon: row[5]!,
      ground: Number(row[6]),
      paint: (row[7] || undefined) as Paint | undefined,
      sells: words(row[8]!),
    })),
    brands: new Map(rowsOf('brands').map((row) => [row[0]!, names(row[1]!)])),
    colours: new Map(rowsOf('colours').map((row) => [row[0]!, texts(row.slice(1))])),
    reviews: rowsOf('reviews').map(reviewOf),
    replies: rowsOf('replies').map(reviewOf),
    people: new Map(rowsOf('people').map((row) => [row[0]!, names(row[1]!)])),
  }
}
