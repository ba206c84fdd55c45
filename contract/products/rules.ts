import type { LadderStep } from '../prices/schema-ladder-step.ts'
import type { Picture } from '../pictures/schema.ts'
import type { Texts } from '../text/locales.ts'
import type { BackOrders } from './back-orders.ts'
import type { GoodsState } from './states.ts'
import type { Deal } from '../prices/deals.ts'
import { LEAD } from '../shipping/terms.ts'
import { textsAfter } from '../text/texts-after.ts'

// A store's goods: the fields of a product that a seller writes, and the comparison of two versions of it. Apart from
// schema.ts, so that a page can obey it without carrying the schemas' library.

/** The largest number of goods in a store. */
export const GOODS_MAX = 20_000
/** The largest number of products on one line sheet. */
export const SHEET_GOODS_MAX = 200
export const GOODS_TITLE_MAX = 300
export const GOODS_DESCRIPTION_MAX = 5000
export const GOODS_LABEL_MAX = 120
export const GOODS_BRAND_MAX = 80
export const GOODS_ATTRIBUTES_MAX = 200
export const GOODS_ATTRIBUTE_NAME_MAX = 80
/** A toner names 7,000 characters of printers that it fits. */
export const GOODS_ATTRIBUTE_VALUE_MAX = 8000
/** All attributes of a product together (characters). */
export const GOODS_ATTRIBUTES_LENGTH_MAX = 40_000
/** The most bytes of a product's fields in all languages: every visitor of its page loads them. */
export const GOODS_BYTES_MAX = 100_000
export const GOODS_VARIANTS_MAX = 100
export const GOODS_SKU_MAX = 100
export const GOODS_STEPS_MAX = 8
export const GOODS_FROM_MAX = 1_000_000
export const GOODS_PICTURES_MAX = 8
/** The dearest thing that can be sold, in minor units: beyond it a cart's sums would leave the safe integers. */
export const GOODS_PRICE_MAX = 1_000_000_000
/** Pieces of one choice: a hundred choices of it still fit the column that holds their sum. */
export const GOODS_STOCK_MAX = 20_000_000
/** The largest weight of a piece (grams): a ton. */
export const WEIGHT_MAX = 1_000_000
/**
 * The bounds of a change of all prices at once (hundredths of a percent): down to a hundredth of a price, and up to ten
 * times the price.
 */
export const PERCENT_LEAST = -9_900
export const PERCENT_MOST = 90_000
/** The largest number of languages of a text, each under a code of two to eight letters. */
export const GOODS_LANGUAGES_MAX = 20
export const LANGUAGE = /^[a-z]{2,8}$/
/** Text without control characters (but tabs and line ends) and without halves of a character. */
/* oxlint-disable-next-line no-control-regex -- control characters are what is meant */
export const READABLE = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ud800-\udfff]*$/u

/** A choice of a product; its code is the key under which it stands. `sort` is its place among the others. */
export interface GoodsVariant {
  label: Texts
  /** Its extra cost beyond the ladder's price, in minor units. */
  extra: number
  sort: number
  /** The weight of a piece (grams), where it is not the product's own weight. */
  weight?: number | undefined
}

/** The fields of a product that a seller writes. Stock is not one of them: it is counted, not written. */
export interface GoodsFields {
  /** The store's own code; empty for none. */
  code: string
  title: Texts
  description: Texts
  categoryId: number
  brand: string
  currency: string
  /** Ascending by `from`; the first step's `from` is 1. Empty while there is no price. */
  ladder: LadderStep[]
  minimum: number
  multiple: number
  /** The number of days, of 24 hours each, within which it leaves after it is paid for (shipping/terms.ts). */
  lead: number
  /** The weight of a piece (grams); 0 where none is given. */
  weight: number
  /** How far it can be ordered beyond the shelf (back-orders.ts); null for not at all. */
  back: BackOrders | null
  /** The deal on all variants, with its end (deals.ts); null for none. */
  deal: Deal | null
  attributes: { name: string; value: string }[]
  /** By code. */
  variants: Record<string, GoodsVariant>
  /** The pictures by their `src`, or by the id of the file while one is on its way; the first stands on cards. */
  pictures: string[]
}

/**
 * Some of the fields, with some languages of the texts ('' removes one) and some codes of the choices (null removes
 * one).
 */
export type GoodsPatch = Partial<Omit<GoodsFields, 'variants'>> & { variants?: Record<string, GoodsVariant | null> }

/** A change of some fields: from the values that the seller saw, to the new ones. */
export interface GoodsChange {
  from: GoodsPatch
  to: GoodsPatch
}

const inParts = ['title', 'description', 'variants'] as const
type InParts = (typeof inParts)[number]
const isInParts = (name: string): name is InParts => (inParts as readonly string[]).includes(name)
const nothing: Record<InParts, unknown> = { title: '', description: '', variants: null }

/** Whether two values of JSON are the same, whatever the order of their keys. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [of, other] = [Object.entries(a), b as Record<string, unknown>]
  return (
    of.length === Object.keys(b).length &&
    of.every(([key, value]) => Object.hasOwn(other, key) && sameJson(value, other[key]))
  )
}

/**
 * The parts that are changed independently: a field, a text in one language ("title.en"), a choice ("variants.RED").
 */
export function goodsPartsOf(patch: GoodsPatch): Map<string, unknown> {
  const parts = new Map<string, unknown>()
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined) continue
    if (!isInParts(name)) parts.set(name, value)
    else for (const [key, part] of Object.entries(value as object)) parts.set(`${name}.${key}`, part as unknown)
  }
  return parts
}

/** A part as it is in a patch; '' for a text that is not there, null for a choice. */
export function partIn(patch: GoodsPatch, path: string): unknown {
  const at = path.indexOf('.')
  const name = at < 0 ? path : path.slice(0, at)
  if (!isInParts(name)) return patch[name as keyof GoodsPatch]
  const [all, key] = [patch[name] ?? {}, path.slice(at + 1)]
  return Object.hasOwn(all, key) ? (all as Record<string, unknown>)[key] : nothing[name]
}

/** Puts parts together again. */
export function ofParts(parts: Iterable<readonly [string, unknown]>): GoodsPatch {
  const patch: Record<string, unknown> = {}
  for (const [path, value] of parts) {
    const at = path.indexOf('.')
    const name = at < 0 ? path : path.slice(0, at)
    if (!isInParts(name)) patch[name] = value
    else patch[name] = { ...(patch[name] as object | undefined), [path.slice(at + 1)]: value }
  }
  return patch
}

/** The fields that rows of older servers do not have. */
interface NewerFields {
  weight?: number | undefined
  back?: BackOrders | null | undefined
}

/** The fields of a product's row; a row of an older server states neither the weight of a piece nor back orders. */
export const fieldsOfRow = <R extends NewerFields & { pictures: readonly Picture[] }>({
  weight = 0,
  back = null,
  pictures,
  ...row
}: R): Omit<R, 'weight' | 'back' | 'pictures'> & Pick<GoodsFields, 'weight' | 'back' | 'pictures'> => ({
  ...row,
  weight,
  back,
  pictures: pictures.map(({ src }) => src),
})

/** The change from one version of a product to another, part by part; undefined when nothing differs. */
export function goodsChangeOf(before: GoodsFields, wanted: GoodsPatch): GoodsChange | undefined {
  const changed = [...goodsPartsOf(wanted)].filter(([path, value]) => !sameJson(partIn(before, path), value))
  if (changed.length === 0) return undefined
  return { from: ofParts(changed.map(([path]) => [path, partIn(before, path)])), to: ofParts(changed) }
}

/** A patch that also removes what `after` no longer has (a language, a choice). */
export function wholePatch(before: GoodsFields, after: GoodsFields): GoodsPatch {
  const gone = (name: InParts): object =>
    Object.fromEntries(Object.keys(before[name]).map((key) => [key, nothing[name]]))
  return {
    ...after,
    title: { ...gone('title'), ...after.title },
    description: { ...gone('description'), ...after.description },
    variants: { ...gone('variants'), ...after.variants },
  }
}

/** The parts that were changed elsewhere too, to something else: nobody guesses which one is meant. */
export const clashesOf = (now: GoodsFields, { from, to }: GoodsChange): string[] =>
  [...goodsPartsOf(to)].flatMap(([path, wanted]) => {
    const here = partIn(now, path)
    return sameJson(here, wanted) || sameJson(here, partIn(from, path)) ? [] : [path]
  })

/** A product with some fields changed. */
export function patched(now: GoodsFields, { title, description, variants, ...rest }: GoodsPatch): GoodsFields {
  const choices = variants
    ? Object.fromEntries(Object.entries({ ...now.variants, ...variants }).filter(([, variant]) => variant !== null))
    : now.variants
  return {
    ...now,
    ...rest,
    title: textsAfter(now.title, title),
    description: textsAfter(now.description, description),
    variants: choices as Record<string, GoodsVariant>,
  }
}

/** A product in which nothing is written yet. */
export const blankGoods = (categoryId: number, currency: string): GoodsFields => ({
  code: '',
  title: {},
  description: {},
  categoryId,
  brand: '',
  currency,
  ladder: [],
  minimum: 1,
  multiple: 1,
  lead: LEAD,
  weight: 0,
  back: null,
  deal: null,
  attributes: [],
  variants: {},
  pictures: [],
})

/** A fault of a product as a whole, by the field at fault. */
export type GoodsFault =
  | 'title' // no name in any language
  | 'ladder' // steps that do not ascend, or do not begin with one piece
  | 'variants' // too many choices, or one without a name
  | 'price' // on sale without one
  | 'size' // more than a phone should load to see it

/** The length of a product in UTF-8 (bytes). */
function bytesOf(fields: GoodsFields): number {
  let bytes = 0
  for (const letter of JSON.stringify(fields)) {
    const code = letter.codePointAt(0)!
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_00_00 ? 3 : 4
  }
  return bytes
}

/** Why a product cannot be kept like this, or cannot be on sale; undefined when it can. */
export function goodsFault(fields: GoodsFields, state: GoodsState): GoodsFault | undefined {
  if (!Object.values(fields.title).some((text) => text.trim() !== '')) return 'title'
  const { ladder } = fields
  if (ladder.some((step, i) => (i === 0 ? step.from !== 1 : step.from <= ladder[i - 1]!.from))) return 'ladder'
  const choices = Object.values(fields.variants)
  if (choices.length > GOODS_VARIANTS_MAX) return 'variants'
  if (choices.some(({ label }) => !Object.values(label).some((text) => text.trim() !== ''))) return 'variants'
  if (state === 'listed' && (ladder.length === 0 || ladder.some(({ price }) => price === 0))) return 'price'
  if (bytesOf(fields) > GOODS_BYTES_MAX) return 'size'
  return undefined
}

/** The length of all attributes of a product together (characters). */
export const attributesLength = (attributes: GoodsFields['attributes']): number =>
  attributes.reduce((sum, { name, value }) => sum + name.length + value.length, 0)

/** The shelf after a count of `num` pieces. Where orders hold more than there is, a count of none changes nothing. */
export const counted = (num: number, now: number): number => (num === 0 ? Math.min(0, now) : num)

/** The row of a product of a store on its members' devices. */
export const goodsKey = (id: string): `goods/${string}` => `goods/${id}`
