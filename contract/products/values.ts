import type { Texts } from '../text/locales.ts'
import { BACK_DAYS_MAX, BACK_PIECES_MAX, type BackOrders } from './back-orders.ts'
import * as goods from './rules.ts'
import type { GoodsFields } from './rules.ts'
import { Faulty, type RawGoods } from './raw.ts'
import { parseMinor } from '../currencies/money.ts'
import { endsInTime, isDealPercent, type Deal } from '../prices/deals.ts'

// The meanings of the cells of a file, each by itself. A cell that means nothing throws a Faulty.

export const readable = (text: string, max: number, column: string): string => {
  if (!goods.READABLE.test(text)) throw new Faulty(column, 'badText', text)
  if (text.length > max) throw new Faulty(column, 'tooLong', text)
  return text
}

export const fileTexts = (raw: Texts, max: number, column: string): Texts =>
  Object.fromEntries(
    Object.entries(raw).map(([language, text]) => [language, readable(text, max, `${column}.${language}`)]),
  )

export function whole(text: string, column: string, least: number, most: number): number {
  const digits = text.trim()
  if (!/^\d{1,12}$/.test(digits) || Number(digits) < least || Number(digits) > most)
    throw new Faulty(column, 'badNumber', text)
  return Number(digits)
}

export function amount(
  text: string,
  currency: string,
  column: string,
  fault: 'badPrice' | 'badSteps' = 'badPrice',
): number {
  const minor = parseMinor(text.trim(), currency)
  if (minor === undefined || minor > goods.GOODS_PRICE_MAX) throw new Faulty(column, fault, text)
  return minor
}

/** The ladder of a file's price and steps; a part that the file does not have is the product's own. */
export function fileLadder(raw: RawGoods, before: GoodsFields, currency: string): GoodsFields['ladder'] {
  const [first, ...further] = before.ladder
  const price =
    raw.price === undefined ? first?.price : raw.price.trim() === '' ? undefined : amount(raw.price, currency, 'price')
  const steps =
    raw.steps?.map(({ from, price: step }) => ({
      from: whole(from, 'steps', 2, goods.GOODS_FROM_MAX),
      price: amount(step, currency, 'steps', 'badSteps'),
    })) ?? further
  if (steps.length >= goods.GOODS_STEPS_MAX) throw new Faulty('steps', 'tooMany', String(steps.length))
  if (price === undefined) {
    if (raw.steps && steps.length > 0) throw new Faulty('price', 'noPrice')
    return []
  }
  return [{ from: 1, price }, ...steps]
}

const DEAL = /^(\d{1,2})\s*%?\s+until\s+(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{3})?)?(?:Z|[+-]\d{2}:\d{2}))$/i

/** The deal in a cell, read at a time (Unix ms); an empty cell is none. */
export function dealOf(text: string, now: number): Deal | null {
  if (text.trim() === '') return null
  const [, percent, end] = DEAL.exec(text.trim()) ?? []
  const deal = { percent: Number(percent), until: Date.parse(end ?? '') }
  if (!isDealPercent(deal.percent) || !endsInTime(deal, now)) throw new Faulty('deal', 'badDeal', text)
  return deal
}

export const dealText = (deal: Deal | null): string =>
  deal ? `${deal.percent} % until ${new Date(deal.until).toISOString()}` : ''

const BACK = /^(\d{1,7})\s+within\s+(\d{1,3})(?:\s+days?)?$/i

/** Back orders of `pieces` that leave within `days`. @throws Faulty */
export function backOf(pieces: number, days: number, text: string): BackOrders {
  const isCount = (count: number, most: number): boolean => Number.isInteger(count) && count > 0 && count <= most
  if (!isCount(pieces, BACK_PIECES_MAX) || !isCount(days, BACK_DAYS_MAX)) throw new Faulty('backorder', 'badBack', text)
  return { pieces, days }
}

/** The back orders in a cell; an empty cell is none. */
export function readBack(text: string): BackOrders | null {
  if (text.trim() === '') return null
  const [, pieces, days] = BACK.exec(text.trim()) ?? []
  return backOf(Number(pieces), Number(days), text)
}

export const backText = (back: BackOrders | null): string => (back ? `${back.pieces} within ${back.days} days` : '')

export function attributesOf(raw: NonNullable<RawGoods['attributes']>): GoodsFields['attributes'] {
  if (raw.length > goods.GOODS_ATTRIBUTES_MAX) throw new Faulty('attributes', 'tooMany', String(raw.length))
  if (goods.attributesLength(raw) > goods.GOODS_ATTRIBUTES_LENGTH_MAX) throw new Faulty('attributes', 'tooLong')
  return raw.map(({ name, value }) => {
    if (name === '' || value === '') throw new Faulty('attributes', 'badList', `${name} = ${value}`)
    return {
      name: readable(name, goods.GOODS_ATTRIBUTE_NAME_MAX, 'attributes'),
      value: readable(value, goods.GOODS_ATTRIBUTE_VALUE_MAX, 'attributes'),
    }
  })
}

/** The weight of a piece in a cell (grams); an empty cell is none. */
export const weightOf = (text: string, column: string): number =>
  text.trim() === '' ? 0 : whole(text, column, 0, goods.WEIGHT_MAX)

/** The choices of a product in their order. */
export const inOrderOf = (variants: GoodsFields['variants']): [string, GoodsFields['variants'][string]][] =>
  Object.entries(variants).toSorted(([a, x], [b, y]) => x.sort - y.sort || (a < b ? -1 : 1))

/** The choices of a file, which replace those of the product. Choices whose order is unchanged keep their places. */
export function fileVariants(
  raw: NonNullable<RawGoods['variants']>,
  before: GoodsFields,
  currency: string,
): GoodsFields['variants'] {
  if (raw.length > goods.GOODS_VARIANTS_MAX) throw new Faulty('variant', 'tooMany', String(raw.length))
  const skus = raw.map(({ sku }) => sku)
  if (skus.some((sku) => sku === '' || sku === '__proto__')) throw new Faulty('variant', 'noCode')
  const again = skus.find((sku, i) => skus.indexOf(sku) !== i)
  if (again !== undefined) throw new Faulty('variant', 'twice', again)
  const there = inOrderOf(before.variants).filter(([sku]) => skus.includes(sku))
  const inOrder = there.length === skus.length && there.every(([sku], i) => sku === skus[i])
  return Object.fromEntries(
    raw.map(({ sku, label, extra, weight }, i) => {
      const old = Object.hasOwn(before.variants, sku) ? before.variants[sku] : undefined
      const names = Object.entries({ ...old?.label, ...fileTexts(label, goods.GOODS_LABEL_MAX, 'label') })
      const shown = Object.fromEntries(names.filter(([, text]) => text !== ''))
      if (Object.keys(shown).length === 0) throw new Faulty('label', 'noLabel', sku)
      const grams = weight === undefined ? old?.weight : weightOf(weight, 'variantweight')
      const variant = {
        label: shown,
        extra: extra === undefined ? (old?.extra ?? 0) : extra.trim() === '' ? 0 : amount(extra, currency, 'extra'),
        sort: inOrder ? old!.sort : i,
        ...(grams && { weight: grams }),
      }
      return [readable(sku, goods.GOODS_SKU_MAX, 'variant'), variant]
    }),
  )
}
