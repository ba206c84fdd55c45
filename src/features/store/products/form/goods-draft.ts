import type { Texts } from '#contract/text/locales.ts'
import type { BackOrders } from '#contract/products/back-orders.ts'
import { Faulty, type ImportFault } from '#contract/products/raw.ts'
import {
  amount,
  attributesOf,
  backOf,
  inOrderOf,
  readable,
  fileTexts,
  fileVariants,
  weightOf,
  whole,
} from '#contract/products/values.ts'
import * as goods from '#contract/products/rules.ts'
import type { GoodsFields } from '#contract/products/rules.ts'
import type { GoodsState } from '#contract/products/states.ts'
import { CODE_MAX, LINE_MAX } from '#contract/wire/limits.ts'
import { decimalOf } from '#contract/currencies/money.ts'
import { endsInTime, isDealPercent, isOn, type Deal } from '#contract/prices/deals.ts'
import { LEAD_MAX } from '#contract/shipping/terms.ts'
import { decimalTyped } from '../../../../parts/forms/typed-number.ts'
import { typedPrice } from '../../../../parts/forms/typed-price.ts'

// A product as its seller types it, and how that is read. Everything is text until it is saved, so that nothing typed
// is lost.

/** A choice as it is typed; `key` tells the rows of the form apart. `known`: the product has it, under this code. */
export interface DraftChoice {
  key: string
  known: boolean
  sku: string
  label: Texts
  extra: string
  /** Grams. A draft of an older version has no weight, neither here nor for the product. */
  weight?: string
  /** Pieces on the shelf, of a new product. */
  stock: string
}

export interface GoodsDraft {
  title: Texts
  description: Texts
  categoryId: number | undefined
  code: string
  brand: string
  currency: string
  /** The first is the price of one piece. */
  steps: { from: string; price: string }[]
  minimum: string
  multiple: string
  /** Days. */
  lead: string
  weight?: string
  /** Pieces and days of back orders; a draft of an older version has neither. */
  backPieces?: string
  backDays?: string
  /** The percent of a deal, and its end as the browser writes a local time. A draft of an older version has neither. */
  dealPercent?: string
  dealUntil?: string
  attributes: { name: string; value: string }[]
  choices: DraftChoice[]
  pictures: string[]
  /** Pieces on the shelf, of a new product without choices. */
  stock: string
}

/** A product as it stands in the form. */
export function goodsDraftOf(fields: GoodsFields): GoodsDraft {
  const { title, description, code, brand, currency, ladder, attributes, pictures } = fields
  const steps = ladder.map(({ from, price }) => ({ from: String(from), price: decimalOf(price, currency) }))
  return {
    ...{ title, description, code, brand, currency, attributes, pictures },
    categoryId: fields.categoryId || undefined,
    steps: steps.length > 0 ? steps : [{ from: '1', price: '' }],
    minimum: String(fields.minimum),
    multiple: String(fields.multiple),
    lead: String(fields.lead),
    weight: fields.weight === 0 ? '' : String(fields.weight),
    backPieces: fields.back ? String(fields.back.pieces) : '',
    backDays: fields.back ? String(fields.back.days) : '',
    ...typedDeal(fields.deal),
    choices: inOrderOf(fields.variants).map(([sku, { label, extra, weight }]) => ({
      ...{ key: sku, known: true, sku, label, stock: '' },
      weight: weight === undefined ? '' : String(weight),
      extra: extra === 0 ? '' : decimalOf(extra, currency),
    })),
    stock: '',
  }
}

/** A deal as it stands in the form. */
function typedDeal(deal: Deal | null): Required<Pick<GoodsDraft, 'dealPercent' | 'dealUntil'>> {
  if (!deal) return { dealPercent: '', dealUntil: '' }
  const at = new Date(deal.until)
  at.setMinutes(at.getMinutes() - at.getTimezoneOffset())
  return { dealPercent: String(deal.percent), dealUntil: at.toISOString().slice(0, 16) }
}

/** The typed deal; null for none. A deal that was not touched keeps its end to the millisecond. @throws Faulty */
function dealOf({ dealPercent = '', dealUntil = '' }: GoodsDraft, before: Deal | null, now: number): Deal | null {
  const was = typedDeal(before)
  if (dealPercent.trim() === was.dealPercent && dealUntil === was.dealUntil) return isOn(before, now) ? before : null
  if (dealPercent.trim() === '' && dealUntil === '') return null
  const percent = Number(typedCount(dealPercent))
  const deal = { percent, until: new Date(dealUntil).getTime() }
  if (!isDealPercent(percent) || !isOn(deal, now) || !endsInTime(deal, now))
    throw new Faulty('deal', 'badDeal', dealUntil)
  return deal
}

/** The back orders that were typed; null where both fields are empty. @throws Faulty */
function typedBack({ backPieces, backDays = '' }: GoodsDraft, before: BackOrders | null): BackOrders | null {
  if (backPieces === undefined) return before
  if (backPieces.trim() === '' && backDays.trim() === '') return null
  return backOf(Number(typedCount(backPieces)), Number(typedCount(backDays)), `${backPieces} ${backDays}`)
}

/** The faults of a draft, by column as the rules of files name it. */
export type DraftFaults = Partial<Record<string, ImportFault>>

/** A draft as it is read; `fields` is undefined as long as something is wrong. */
export interface ReadDraft {
  fields: GoodsFields | undefined
  stock: number
  stocks: Record<string, number>
  faults: DraftFaults
}

/** A typed count as the rules read it. */
const typedCount = (text: string): string => decimalTyped(text.trim())

const trimmed = (all: Texts): Texts =>
  Object.fromEntries(Object.entries(all).map(([code, text]) => [code, text.trim()]))
const nonEmpty = (all: Texts): Texts => Object.fromEntries(Object.entries(all).filter(([, text]) => text !== ''))

/** Reads a draft over the product that it began with, to become `state`. */
export function readGoodsDraft(draft: GoodsDraft, before: GoodsFields, state: GoodsState, now = Date.now()): ReadDraft {
  const faults: DraftFaults = {}
  const tried = <T>(otherwise: T, read: () => T): T => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof Faulty)) throw error
      faults[error.at.column] ??= error.at.fault
      return otherwise
    }
  }
  const count = (text: string, column: string, least: number, most: number): number =>
    tried(least, () => whole(typedCount(text), column, least, most))
  const { currency } = draft
  const ladder = ladderOf(draft, currency, faults, tried)
  const variants = tried(before.variants, () =>
    fileVariants(
      draft.choices.map(({ sku, label, extra, weight }) => ({
        ...{ sku: sku.trim(), label: trimmed(label), extra: typedPrice(extra, currency) },
        ...(weight !== undefined && { weight: typedCount(weight) }),
      })),
      before,
      currency,
    ),
  )
  const stocks = Object.fromEntries(
    draft.choices.map(({ sku, stock }, i) => [
      sku.trim(),
      stock.trim() === '' ? 0 : count(stock, `stock.${i}`, 0, goods.GOODS_STOCK_MAX),
    ]),
  )
  const rows = draft.attributes.map(({ name, value }) => ({ name: name.trim(), value: value.trim() }))
  const fields: GoodsFields = {
    title: tried({}, () => nonEmpty(fileTexts(trimmed(draft.title), goods.GOODS_TITLE_MAX, 'title'))),
    description: tried({}, () =>
      nonEmpty(fileTexts(trimmed(draft.description), goods.GOODS_DESCRIPTION_MAX, 'description')),
    ),
    categoryId: draft.categoryId ?? 0,
    code: tried('', () => readable(draft.code.trim(), CODE_MAX, 'code')),
    brand: tried('', () => readable(draft.brand.trim(), goods.GOODS_BRAND_MAX, 'brand')),
    ...{ currency, ladder, variants, pictures: draft.pictures },
    minimum: count(draft.minimum, 'minimum', 1, LINE_MAX),
    multiple: count(draft.multiple, 'multiple', 1, LINE_MAX),
    lead: count(draft.lead, 'lead', 1, LEAD_MAX),
    weight: draft.weight === undefined ? before.weight : tried(0, () => weightOf(typedCount(draft.weight!), 'weight')),
    back: tried(null, () => typedBack(draft, before.back)),
    deal: tried(null, () => dealOf(draft, before.deal, now)),
    attributes: tried([], () => attributesOf(rows.filter(({ name, value }) => name !== '' || value !== ''))),
  }
  if (draft.categoryId === undefined) faults['category'] = 'unknownCategory'
  const stock =
    draft.choices.length > 0 || draft.stock.trim() === '' ? 0 : count(draft.stock, 'stock', 0, goods.GOODS_STOCK_MAX)
  const fault = Object.keys(faults).length === 0 ? goods.goodsFault(fields, state) : undefined
  if (fault) faults[columnOf[fault]] = faultOf[fault]
  return { fields: Object.keys(faults).length === 0 ? fields : undefined, stock, stocks, faults }
}

const columnOf: Record<goods.GoodsFault, string> = {
  title: 'title',
  ladder: 'steps',
  variants: 'label',
  price: 'price',
  size: 'description',
}
const faultOf: Record<goods.GoodsFault, ImportFault> = {
  title: 'noTitle',
  ladder: 'badSteps',
  variants: 'noLabel',
  price: 'noPrice',
  size: 'tooLong',
}

function ladderOf(
  { steps }: GoodsDraft,
  currency: string,
  faults: DraftFaults,
  tried: <T>(otherwise: T, read: () => T) => T,
): GoodsFields['ladder'] {
  const [first, ...further] = steps.map(({ from, price }) => ({
    from: typedCount(from),
    price: typedPrice(price, currency),
  }))
  const asked = further.filter(({ from, price }) => from !== '' || price !== '')
  if (!first || first.price === '') {
    if (asked.length > 0) faults['price'] ??= 'noPrice'
    return []
  }
  const money = (price: string, column: 'price' | 'steps'): number =>
    tried(0, () => amount(price, currency, column, column === 'steps' ? 'badSteps' : 'badPrice'))
  return [
    { from: 1, price: money(first.price, 'price') },
    ...asked.map(({ from, price }) => ({
      from: tried(0, () => whole(from, 'steps', 2, goods.GOODS_FROM_MAX)),
      price: money(price, 'steps'),
    })),
  ]
}
