import { parseMinor } from '#contract/currencies/money.ts'
import { isRecord, plainField, Unusable, wholeOf } from './fields.ts'

const VARIANTS_MAX = 100
const STOCK_MAX = 20_000_000

/** A choice as a line names it: its price where it has its own, its stock where it is known. */
export interface LineVariant {
  sku: string
  name: string
  price: number | undefined
  stock: number | undefined
}

function variantOf(value: unknown, currency: string): LineVariant | undefined {
  if (!isRecord(value)) return undefined
  try {
    const sku = plainField(value, 'sku', 100)
    const name = plainField(value, 'name', 120) ?? plainField(value, 'label', 120) ?? sku
    if (name === undefined) return undefined
    const price = parseMinor(String(value.price ?? ''), currency)
    return {
      sku: sku ?? name,
      name,
      price: price === 0 ? undefined : price,
      stock: wholeOf(value, 'stock', 0, STOCK_MAX),
    }
  } catch (error) {
    if (error instanceof Unusable) throw new Unusable(`a variant's ${error.message}`)
    throw error
  }
}

/** Options as a list of names with values, in either of the two shapes in which shops write them. */
function optionLists(options: unknown): string[][] {
  const lists = Array.isArray(options)
    ? options.map((o) => (isRecord(o) ? (o.values ?? o.options) : undefined))
    : isRecord(options)
      ? Object.values(options)
      : []
  return lists
    .filter(Array.isArray)
    .map((values) => values.filter((v) => typeof v === 'string' || typeof v === 'number').map(String))
    .filter((values) => values.length > 0)
}

/** Every combination of options, as many as a product may have. */
function combinations(options: unknown): LineVariant[] {
  let names: string[] = []
  for (const values of optionLists(options)) {
    names = (names.length === 0 ? [''] : names)
      .flatMap((name) => values.map((value) => (name === '' ? value : `${name} / ${value}`)))
      .slice(0, VARIANTS_MAX)
  }
  return names.map((name) => ({ sku: name, name, price: undefined, stock: undefined }))
}

/** The variants of a line: those it lists, else every combination of its options. No two have the same sku. */
export function lineVariants(record: Record<string, unknown>, currency: string): LineVariant[] {
  const listed = Array.isArray(record.variants)
    ? record.variants
        .slice(0, VARIANTS_MAX)
        .map((v) => variantOf(v, currency))
        .filter((v) => v !== undefined)
    : []
  const found = listed.length > 0 ? listed : combinations(record.options)
  const taken = new Set<string>()
  return found.map((variant) => {
    let { sku } = variant
    for (let n = 2; taken.has(sku); n++) sku = `${variant.sku}-${n}`
    taken.add(sku)
    return { ...variant, sku }
  })
}

/** Divides a product's stock among those of its variants that name none, the first ones get what does not divide. */
export function shareStock(variants: readonly LineVariant[], stock: number): number[] {
  const silent = variants.filter((v) => v.stock === undefined).length
  const left = Math.max(0, stock - variants.reduce((sum, v) => sum + (v.stock ?? 0), 0))
  let nth = 0
  return variants.map((v) => v.stock ?? Math.floor(left / silent) + (nth++ < left % silent ? 1 : 0))
}
