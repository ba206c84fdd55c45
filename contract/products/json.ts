import type { Texts } from '../text/locales.ts'
import type { GoodsFile } from './csv.ts'
import { LANGUAGE } from './rules.ts'
import { atOnce } from './in-turns.ts'
import { Faulty, plainFields, type RawGoods, type RawVariant } from './raw.ts'

// Goods as JSON Lines: an object a line. The fields are those of the table (csv.ts), with texts as objects by
// language, and lists as lists. What other programs call things is understood, too: sourceId or sku (code), name with
// lang (title), priceTiers with minQty (steps), moq (minimum), ean and model (attributes), category as a list of names.

type Json = Record<string, unknown>
const isJson = (value: unknown): value is Json => value !== null && typeof value === 'object' && !Array.isArray(value)
const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** A value as its fault shows it; '' for one that is nested too deeply to be written. */
function shown(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch (error) {
    if (error instanceof RangeError) return ''
    throw error
  }
}

/** A value that is one text: a number as its digits. */
function textOf(value: unknown, column: string): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  throw new Faulty(column, 'badText', shown(value))
}

/** Texts by language; one text alone is in the line's own language. */
function textsOf(value: unknown, column: string, language: string): Texts {
  if (!isGiven(value)) return {}
  if (!isJson(value)) return { [language]: textOf(value, column) }
  return Object.fromEntries(
    Object.entries(value).map(([code, text]) => {
      if (!LANGUAGE.test(code)) throw new Faulty(`${column}.${code}`, 'badText')
      return [code, textOf(text, `${column}.${code}`)]
    }),
  )
}

/** "en-GB" is English; Chinese in its traditional signs has a key of its own. */
function languageOf(value: unknown): string {
  const tag = typeof value === 'string' ? value.trim().toLowerCase() : ''
  if (/^zh-(hant|tw|hk|mo)\b/.test(tag)) return 'tw'
  return /^[a-z]{2,3}\b/.exec(tag)?.[0] ?? 'en'
}

const listOf = (value: unknown, column: string): Json[] => {
  if (!Array.isArray(value) || !value.every(isJson)) throw new Faulty(column, 'badList', shown(value))
  return value
}

const sentence = (name: string): string => {
  const words = name.replace(/_+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function attributesOf(json: Json): RawGoods['attributes'] {
  const { attributes, ean, model } = json
  const codes: [string, unknown][] = [
    ['EAN', Array.isArray(ean) ? ean.map((each) => textOf(each, 'EAN')).join(', ') : ean],
    ['Model', model],
  ]
  const named = codes.flatMap(([name, value]) =>
    isGiven(value) && value !== '' ? [{ name, value: textOf(value, name) }] : [],
  )
  if (!isGiven(attributes)) return named.length > 0 ? named : undefined
  const own = isJson(attributes)
    ? Object.entries(attributes).map(([name, value]) => ({ name: sentence(name), value: textOf(value, 'attributes') }))
    : listOf(attributes, 'attributes').map(({ name, value }) => ({
        name: textOf(name, 'attributes'),
        value: textOf(value, 'attributes'),
      }))
  return [...named, ...own]
}

function variantOf(json: Json, language: string): RawVariant {
  const name = json['label'] ?? json['name'] ?? json['sku']
  return {
    sku: textOf(json['sku'] ?? json['name'], 'variant'),
    label: textsOf(name, 'label', language),
    ...(isGiven(json['extra']) ? { extra: textOf(json['extra'], 'extra') } : {}),
    ...(isGiven(json['weight']) ? { weight: textOf(json['weight'], 'variantweight') } : {}),
    ...(isGiven(json['stock']) ? { stock: textOf(json['stock'], 'stock') } : {}),
  }
}

/** The names that other programs use for a field, beside our own. */
const aliases: Partial<Record<(typeof plainFields)[number], readonly string[]>> = {
  code: ['sourceId', 'sku'],
  minimum: ['moq'],
}

function rawOf(row: number, json: Json): RawGoods {
  const language = languageOf(json['lang'])
  const raw: RawGoods = {
    row,
    title: textsOf(json['title'] ?? json['name'], 'title', language),
    description: textsOf(json['description'], 'description', language),
  }
  for (const field of plainFields) {
    const value = [field, ...(aliases[field] ?? [])].map((name) => json[name]).find(isGiven)
    if (field === 'category' && Array.isArray(value))
      raw.category = value.map((each) => textOf(each, field)).join(' > ')
    else if (isGiven(value)) raw[field] = textOf(value, field)
  }
  const { steps, priceTiers, pictures, variants } = json
  if (isGiven(steps))
    raw.steps = listOf(steps, 'steps').map(({ from, price }) => ({
      from: textOf(from, 'steps'),
      price: textOf(price, 'steps'),
    }))
  else if (Array.isArray(priceTiers)) raw.steps = tiersOf(priceTiers.filter(isJson), raw.price)
  const attributes = attributesOf(json)
  if (attributes) raw.attributes = attributes
  if (Array.isArray(pictures)) raw.pictures = pictures.map((each) => textOf(each, 'pictures'))
  if (Array.isArray(variants)) raw.variants = listOf(variants, 'variant').map((each) => variantOf(each, language))
  if ((raw.variants ?? []).length > 0) delete raw.stock
  return raw
}

/**
 * The steps of a ladder, from tiers that were gathered from sales. Each step is cheaper than the one before, because
 * real tiers hold outliers. The price itself holds from one piece on.
 */
function tiersOf(tiers: readonly Json[], price: string | undefined): NonNullable<RawGoods['steps']> {
  const steps: { from: string; price: string }[] = []
  let last = Number(price)
  const read = tiers.map(({ minQty, price: step }) => ({ from: Number(minQty), price: String(step) }))
  for (const { from, price: step } of read.toSorted((a, b) => a.from - b.from || Number(a.price) - Number(b.price))) {
    if (!(from >= 2) || !(Number(step) < last) || Number(step) <= 0 || steps.at(-1)?.from === String(from)) continue
    if (steps.length === 7) break
    steps.push({ from: String(from), price: step })
    last = Number(step)
  }
  return steps
}

/** Reads a file of JSON Lines. */
export const readJsonLines = (text: string): GoodsFile => atOnce(readingJsonLines(text))

/** The same, pausing after each line. */
export function* readingJsonLines(text: string): Generator<undefined, GoodsFile> {
  const file: GoodsFile = { goods: [], faults: [], unknown: [] }
  for (const [i, line] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    yield
    if (line.trim() === '') continue
    try {
      const json = parsed(line)
      if (!isJson(json)) throw new Faulty('', 'unreadable', line)
      file.goods.push(rawOf(i + 1, json))
    } catch (error) {
      if (!(error instanceof Faulty)) throw error
      file.faults.push({ row: i + 1, ...error.at })
    }
  }
  return file
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new Faulty('', 'unreadable', line)
  }
}

/** Goods as JSON Lines, which read again as they were. */
export const writeJsonLines = (goods: readonly RawGoods[]): string =>
  goods.map(({ row: _row, ...fields }) => `${JSON.stringify(fields)}\n`).join('')
