import * as z from 'zod/mini'
import { Id } from '../wire/schema-id.ts'
import { LadderStep } from '../prices/schema-ladder-step.ts'
import { openArray, openEnum } from '../wire/schema-open.ts'
import { ProductDeal } from '../prices/schema-deals.ts'
import { Picture } from '../pictures/schema.ts'
import { StoreLeast, StoreTerms } from '../shipping/schema-terms.ts'
import { TextsSchema } from '../text/schema-texts.ts'
import { Currency, MinorUnits } from '../currencies/schema-money.ts'

const id = Id
const count = z.int().check(z.nonnegative())

/** A category; `pid` 0 is a root (spec §3: a tree by parent id). `picture` is a path. */
export const Category = z.object({ id, pid: count, name: TextsSchema, picture: z.nullable(z.string()), sort: z.int() })
export type Category = z.infer<typeof Category>

/** The parts of a product that a card, a list and the cart need. */
export const Product = z.object({
  id,
  storeId: id,
  categoryId: id,
  title: TextsSchema,
  picture: z.nullable(Picture),
  currency: Currency,
  /** Ascending by `from`; the first step's `from` is 1. Never empty. While a deal is on it is the reduced one. */
  ladder: z.array(LadderStep).check(z.minLength(1)),
  deal: z.optional(z.nullable(ProductDeal)),
  /** Least quantity of an order, and the number it must be a multiple of. */
  minimum: z.int().check(z.positive()),
  multiple: z.int().check(z.positive()),
  /** Pieces that can be ordered, over all variants. */
  stock: count,
  /** How many variants there are to choose from; 0: the product itself is ordered. */
  choices: count,
  /** Pieces sold in the last 30 days, computed from orders (in the demo catalogue: from its demo orders). */
  monthlySales: count,
  sales: count,
  /** Unix milliseconds. */
  createdAt: z.number(),
  /**
   * Its maker, and the codes it is known by (EAN, model, SKU): part of what a search finds it by. Rows kept from an
   * older server have neither.
   */
  brand: z.optional(z.nullable(z.string())),
  codes: z.optional(z.array(z.string())),
  /** The marks of its attributes by which a list can be narrowed (lists/facets.ts); absent from an older server. */
  marks: z.optional(z.array(z.string())),
  /** The worth of the first step's price in minor units of the market's currency; null without a rate. */
  worth: z.optional(z.nullable(MinorUnits)),
  rev: count,
})
export type Product = z.infer<typeof Product>

/**
 * A choice of a product (size, colour): its own stock, its extra cost beyond the ladder's price, and the weight of a
 * piece where it is not the product's own (grams, else 0).
 */
export const Variant = z.object({
  id,
  label: TextsSchema,
  extra: MinorUnits,
  stock: count,
  picture: z.nullable(Picture),
  weight: z.optional(count),
  /** How many pieces of `stock` are not on the shelf (products/back-orders.ts); absent from an older server. */
  beyond: z.optional(count),
})
export type Variant = z.infer<typeof Variant>

export const reviewKinds = ['positive', 'medium', 'negative'] as const
/** A buyer's review. `kind` follows from the rating: 4–5 positive, 3 medium, 1–2 negative. */
export const Review = z.object({
  id,
  productId: id,
  author: z.string(),
  rating: z.int().check(z.minimum(1), z.maximum(5)),
  kind: openEnum(reviewKinds),
  text: z.string(),
  language: z.string(),
  pictures: openArray(Picture),
  reply: z.nullable(z.string()),
  at: z.number(),
})
export type Review = z.infer<typeof Review>

/**
 * The parts of a product that the detail screen adds to the card. Shipping and tax are per order of this shop, in the
 * product's currency; taxes in basis points.
 */
export const ProductDetail = z.object({
  id,
  product: Product,
  description: TextsSchema,
  brand: z.nullable(z.string()),
  pictures: openArray(Picture),
  /** How many photographs of it are still to be fetched; an older server does not say. */
  photosToCome: z.optional(count),
  variants: openArray(Variant),
  attributes: openArray(z.object({ name: z.string(), value: z.string() })),
  shipping: MinorUnits,
  taxBasisPoints: count,
  /** The days within which it leaves (shipping/terms.ts); an older server states none, and means one. */
  lead: z.optional(z.int().check(z.positive())),
  /** The weight of a piece (grams), 0 where its store does not state it; absent from an older server. */
  weight: z.optional(count),
  /**
   * How many pieces of its stock are not on the shelf, and within how many days those leave (products/back-orders.ts);
   * null where all are, absent from an older server.
   */
  back: z.optional(z.nullable(z.object({ beyond: count, days: count }))),
  reviewCount: count,
  /** Share of positive reviews, 0–100, rounded; null without reviews. */
  positiveRate: z.nullable(z.int()),
  counts: z.object({ withImage: count, positive: count, medium: count, negative: count }),
  /** How many reviews gave one star, two … five. Details kept from an older server have none. */
  ratings: z.optional(z.array(count)),
})
export type ProductDetail = z.infer<typeof ProductDetail>

/** A store as cards and the product's shop line show it; every counter is computed from records. */
export const Store = z.object({
  id,
  name: z.string(),
  logo: z.nullable(Picture),
  /** Its description, by language; absent from an older server. */
  description: z.optional(TextsSchema),
  /** 0–100: 20 × the mean rating of its products' reviews; 0 without reviews. */
  credit: z.int(),
  products: count,
  followers: count,
  /** Pieces sold, and their worth in minor units of `currency`. */
  sales: count,
  turnover: z.number(),
  currency: Currency,
  /** The country it ships from (ISO 3166-1 alpha-2); null where it has not said. */
  area: z.optional(z.nullable(z.string())),
  /** Null for nothing; absent from an older server. */
  least: z.optional(z.nullable(StoreLeast)),
  /** Absent from an older server. */
  terms: z.optional(StoreTerms),
  /** Its owner has closed it: nothing of it is sold. An older server says nothing, and means open. */
  closed: z.optional(z.boolean()),
  /**
   * The hours within which half of those who ask it something are answered (stores/first-answers.ts); null while too
   * few have asked, absent from an older server.
   */
  answersIn: z.optional(z.nullable(count)),
  /** True in the demo catalogue, whose figures are invented. */
  demo: z.boolean(),
  rev: count,
})
export type Store = z.infer<typeof Store>
