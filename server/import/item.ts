import { LINE_MAX } from '#contract/wire/limits.ts'
import type { LadderStep } from '#contract/prices/schema-ladder-step.ts'
import { categoryPathOf } from './categories.ts'
import { countryOf } from './country.ts'
import { isRecord, shown, plainField, Unusable, wholeOf } from './fields.ts'
import { cutText, plainText } from './plain-text.ts'
import { readLineCurrency, lineLadder, priceOf } from './prices.ts'
import { shareStock, lineVariants } from './variants.ts'

const TITLE_MAX = 200
const DESCRIPTION_MAX = 5000
const ATTRIBUTES_MAX = 60
const PHOTOGRAPHS_MAX = 4
// A hundred variants of it still fit the column that holds their sum.
const STOCK_MAX = 20_000_000

/** A line of a catalogue as a product of ours; what it costs and holds is checked, its texts are plain. */
export interface Item {
  sourceId: string
  source: string
  language: string
  title: string
  description: string
  brand: string | null
  category: string[]
  /** Where its store ships from; null where the line does not say. */
  country: string | null
  currency: string
  ladder: LadderStep[]
  minimum: number
  stock: number
  attributes: { name: string; value: string }[]
  variants: { sku: string; name: string; extra: number; stock: number }[]
  /** Where photographs of it lie. */
  photographs: string[]
}

/** The language of a line's texts as texts are keyed here: "en-GB" is English, traditional Chinese has its own key. */
function languageOf(value: unknown): string {
  if (typeof value !== 'string') return 'en'
  const tag = value.trim().toLowerCase()
  if (/^zh-(hant|tw|hk|mo)\b/.test(tag)) return 'tw'
  return /^([a-z]{2,3})\b/.exec(tag)?.[1] ?? 'en'
}

const heading = (name: string): string => {
  const words = plainText(name.replace(/_+/g, ' '), { lines: false })
  return cutText(words.charAt(0).toUpperCase() + words.slice(1), 80)
}

function attributeValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? cutText(plainText(value, { lines: false }), 500) : ''
}

/**
 * Attributes come as an object or as a list of names and values; what is neither is left out, for no order depends on
 * it.
 */
function attributesOf(record: Record<string, unknown>): { name: string; value: string }[] {
  const given = record.attributes
  const pairs: [string, unknown][] = isRecord(given)
    ? Object.entries(given)
    : Array.isArray(given)
      ? given.filter(isRecord).map((a) => [typeof a.name === 'string' ? a.name : '', a.value])
      : []
  const packaging = isRecord(record.packaging)
    ? Object.entries(record.packaging)
        .filter(([name]) => /^per[A-Z]/.test(name))
        .map(([name, n]): [string, unknown] => [name.replace(/([A-Z])/g, ' $1').toLowerCase(), n])
    : []
  const ean = Array.isArray(record.ean) ? record.ean.join(', ') : record.ean
  const all: [string, unknown][] = [['EAN', ean], ['Model', record.model], ['SKU', record.sku], ...packaging, ...pairs]
  return all
    .map(([name, value]) => ({ name: heading(name), value: attributeValue(value) }))
    .filter((a) => a.name !== '' && a.value !== '')
    .slice(0, ATTRIBUTES_MAX)
}

/** The addresses of its photographs, each once; what is none is left out, for no order depends on it. */
function photographsOf({ image, images }: Record<string, unknown>): string[] {
  const given = [image, ...(Array.isArray(images) ? (images as unknown[]) : [])]
  const addresses = given.flatMap((each) =>
    typeof each === 'string' && each.length <= 2000 && /^https?:/i.test(each.trim()) && URL.canParse(each.trim())
      ? [new URL(each.trim()).href]
      : [],
  )
  return [...new Set(addresses)].slice(0, PHOTOGRAPHS_MAX)
}

const descriptionOf = (value: unknown): string =>
  typeof value === 'string' ? cutText(plainText(value, { lines: true }), DESCRIPTION_MAX) : ''

function required(record: Record<string, unknown>, field: string, max: number): string {
  const text = plainField(record, field, max)
  if (text === undefined)
    throw new Unusable(
      record[field] === undefined || record[field] === null ? `there is no ${field}` : `${field} is empty`,
    )
  return text
}

/**
 * Makes an item of a record, or throws an Unusable that says why it cannot be one.
 * `packaging.perCase` is told among the attributes and binds nobody: it says how the maker ships, not in which numbers
 * he sells.
 * `sold`, `orders`, `buyers` and `rating` are left out: every counter here is reckoned from this market's own records.
 */
export function readItem(record: Record<string, unknown>, fallback: { source: string; stock: number }): Item {
  const sourceId = required(record, 'sourceId', 200)
  const title = required(record, record.name === undefined && record.title !== undefined ? 'title' : 'name', TITLE_MAX)
  const currency = readLineCurrency(record.currency)
  const own = priceOf(record.price, currency)
  const listed = lineVariants(record, currency)
  // Variants cost the ladder's price and never less, so the cheapest of them sets it.
  const price = Math.min(...(listed.length > 0 ? listed.map((v) => v.price ?? own) : [own]))
  const stock = wholeOf(record, 'stock', 0, STOCK_MAX) ?? fallback.stock
  const shares = shareStock(listed, stock)
  const variants = listed.map((v, i) => ({
    sku: v.sku,
    name: v.name,
    extra: (v.price ?? own) - price,
    stock: shares[i]!,
  }))
  if (typeof record.description === 'object' && record.description !== null)
    throw new Unusable(`description is not a text: ${shown(record.description)}`)
  return {
    sourceId,
    source: plainField(record, 'source', 80) ?? fallback.source,
    language: languageOf(record.lang),
    title,
    description: descriptionOf(record.description),
    brand: plainField(record, 'brand', 80) ?? null,
    category: categoryPathOf(record),
    country: countryOf(record),
    currency,
    ladder: lineLadder(price, record.priceTiers, currency),
    minimum: Math.max(1, wholeOf(record, 'moq', 0, LINE_MAX) ?? 1),
    stock: variants.length > 0 ? variants.reduce((sum, v) => sum + v.stock, 0) : stock,
    attributes: attributesOf(record),
    variants,
    photographs: photographsOf(record),
  }
}
