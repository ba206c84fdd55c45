import * as z from 'zod/mini'
import { mutation } from '../wire/mutation.ts'
import { FILE_BYTES_MAX, FILE_ID } from '../pictures/files.ts'
import * as rules from './rules.ts'
import { CODE_MAX, LINE_MAX } from '../wire/limits.ts'
import { LEAD_MAX } from '../shipping/terms.ts'
import { BackOrdersSchema } from './schema-back-orders.ts'
import { Id } from '../wire/schema-id.ts'
import { Currency } from '../currencies/schema-money.ts'
import { DealSchema } from '../prices/schema-deals.ts'

// A store's products as its members write them. The store is their owner: rows and intents belong to its feed.

const price = z.int().check(z.nonnegative(), z.maximum(rules.GOODS_PRICE_MAX))
const stock = z.int().check(z.nonnegative(), z.maximum(rules.GOODS_STOCK_MAX))
const language = z.string().check(z.regex(rules.LANGUAGE))
/** A text that can be kept and shown. */
const text = (max: number) => z.string().check(z.maxLength(max), z.regex(rules.READABLE))
/** Texts by language; '' takes one away. */
export const textsByLanguage = (max: number) =>
  z.record(language, text(max)).check(z.refine((all) => Object.keys(all).length <= rules.GOODS_LANGUAGES_MAX))
/** The code of a choice; one that is a field of every object would not come back as it went. */
const sku = z.string().check(
  z.minLength(1),
  z.maxLength(rules.GOODS_SKU_MAX),
  z.regex(rules.READABLE),
  z.refine((code) => code !== '__proto__'),
)

const Variant = z.object({
  label: textsByLanguage(rules.GOODS_LABEL_MAX),
  extra: price,
  sort: z.int().check(z.nonnegative(), z.maximum(10_000)),
  weight: z.optional(z.int().check(z.positive(), z.maximum(rules.WEIGHT_MAX))),
})

const ladder = z
  .array(
    z.object({
      from: z.int().check(z.positive(), z.maximum(rules.GOODS_FROM_MAX)),
      price,
    }),
  )
  .check(z.maxLength(rules.GOODS_STEPS_MAX))
const attributes = z
  .array(
    z.object({
      name: text(rules.GOODS_ATTRIBUTE_NAME_MAX).check(z.minLength(1)),
      value: text(rules.GOODS_ATTRIBUTE_VALUE_MAX).check(z.minLength(1)),
    }),
  )
  .check(
    z.maxLength(rules.GOODS_ATTRIBUTES_MAX),
    z.refine((all) => rules.attributesLength(all) <= rules.GOODS_ATTRIBUTES_LENGTH_MAX),
  )
const num = z.int().check(z.positive(), z.maximum(LINE_MAX))

const fields = {
  code: text(CODE_MAX),
  title: textsByLanguage(rules.GOODS_TITLE_MAX),
  description: textsByLanguage(rules.GOODS_DESCRIPTION_MAX),
  categoryId: Id,
  brand: text(rules.GOODS_BRAND_MAX),
  currency: Currency,
  ladder,
  minimum: num,
  multiple: num,
  /** Absent from a device that knows only the market's own promise. */
  lead: z.optional(z.int().check(z.positive(), z.maximum(LEAD_MAX))),
  /** Absent from a device that knows of no weights. */
  weight: z.optional(z.int().check(z.nonnegative(), z.maximum(rules.WEIGHT_MAX))),
  /** Absent from a device that knows of no back orders. */
  back: z.optional(z.nullable(BackOrdersSchema)),
  /** Absent from a device that knows of no deals. */
  deal: z.optional(z.nullable(DealSchema)),
  attributes,
  variants: z
    .record(sku, z.nullable(Variant))
    .check(z.refine((all) => Object.keys(all).length <= 2 * rules.GOODS_VARIANTS_MAX)),
  pictures: z.array(z.string().check(z.minLength(1), z.maxLength(300))).check(
    z.maxLength(rules.GOODS_PICTURES_MAX),
    z.refine((all) => new Set(all).size === all.length),
  ),
}
const Patch = z.partial(z.object(fields))

const id = z.uuid()
const lanes = (p: { id: string }): string[] => [`goods:${p.id}`]
const keys = (p: { id: string }): `goods/${string}`[] => [rules.goodsKey(p.id)]
/** Twice all texts in several languages, in UTF-8. */
const bytesMax = 500_000

const filesOf = (pictures: readonly string[] | undefined): string[] => (pictures ?? []).filter((p) => FILE_ID.test(p))

/**
 * A new product, on sale at once (`listed`) or as a draft; with `stocks` the pieces of each choice by its
 * code, else `stock`. One that is there already, sent again by another device, is left as it is.
 */
export const goodsPut = mutation({
  path: '/api/store/goods_put',
  world: 'store',
  tables: ['goods'],
  payload: z.object({
    id,
    fields: z.object({ ...fields, variants: z.record(sku, Variant) }),
    stock,
    stocks: z.record(sku, stock),
    listed: z.boolean(),
  }),
  bytesMax,
  guest: false,
  files: {
    kind: 'picture',
    most: rules.GOODS_PICTURES_MAX,
    bytesMax: FILE_BYTES_MAX,
    of: (p) => filesOf(p.fields.pictures),
  },
  lanes,
  keys,
})

/**
 * Changes some parts of a product, each from what the seller saw to what they want. A part that was changed elsewhere
 * to something else needs consent; all others go through together.
 */
export const goodsEdit = mutation({
  path: '/api/store/goods_edit',
  world: 'store',
  tables: ['goods'],
  payload: z.object({ id, from: Patch, to: Patch }),
  bytesMax,
  guest: false,
  files: {
    kind: 'picture',
    most: rules.GOODS_PICTURES_MAX,
    bytesMax: FILE_BYTES_MAX,
    of: (p) => filesOf(p.to.pictures),
  },
  lanes,
  keys,
})

const difference = z.int().check(z.minimum(-rules.GOODS_STOCK_MAX), z.maximum(rules.GOODS_STOCK_MAX))

/**
 * Puts pieces on the shelf, or takes them off it (of the choice `sku`; '' without choices). Differences commute,
 * whatever others count or buy meanwhile.
 */
export const goodsStock = mutation({
  path: '/api/store/goods_stock',
  world: 'store',
  tables: ['goods'],
  payload: z.object({ id, sku: z.union([z.literal(''), sku]), by: difference }),
  guest: false,
  lanes,
  keys,
})

/**
 * Records that `num` pieces were on the shelf at a moment (Unix ms). The pieces that buyers took or brought back since
 * then are counted in.
 */
export const goodsCount = mutation({
  path: '/api/store/goods_count',
  world: 'store',
  tables: ['goods'],
  payload: z.object({ id, sku: z.union([z.literal(''), sku]), num: stock, at: z.number() }),
  guest: false,
  lanes,
  keys,
})

/** Puts a product on sale, or takes it off. */
export const goodsShow = mutation({
  path: '/api/store/goods_show',
  world: 'store',
  tables: ['goods'],
  payload: z.object({ id, on: z.boolean() }),
  guest: false,
  lanes,
  keys,
})

/** Removes a product; one that is gone already is no error. Orders of it stay what they were. */
export const goodsDel = mutation({
  path: '/api/store/goods_del',
  world: 'store',
  tables: ['goods'],
  payload: z.object({ id }),
  guest: false,
  lanes,
  keys,
})
