import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { DETAILS_MAX } from '../rules/limits.ts'
import { listSorts } from '../rules/list-sorts.ts'
import { filterFields } from './filter-fields.ts'
import { Id } from './id.ts'
import { openArray, openEnum } from './open.ts'
import { ProductDeal } from './deals.ts'
import { Picture } from './picture.ts'
import { StoreLeast, StoreTerms } from './store-terms.ts'
import { Texts } from './texts.ts'
import { Currency, MinorUnits, Rate } from './money.ts'

const id = Id
const count = z.int().check(z.nonnegative())

/** A category; `pid` 0 is a root (spec §3: a tree by parent id). `picture` is a path. */
export const Category = z.object({ id, pid: count, name: Texts, picture: z.nullable(z.string()), sort: z.int() })
export type Category = z.infer<typeof Category>

/** One step of a ladder price: from so many pieces, so much each, in minor units. */
export const LadderStep = z.object({ from: z.int().check(z.positive()), price: MinorUnits.check(z.nonnegative()) })
export type LadderStep = z.infer<typeof LadderStep>

/** What a card, a list and the cart need of a product. */
export const Product = z.object({
  id,
  storeId: id,
  categoryId: id,
  title: Texts,
  picture: z.nullable(Picture),
  currency: Currency,
  /** Ascending by `from`; the first step's `from` is 1. Never empty. While a deal is on it is the reduced one. */
  ladder: z.array(LadderStep).check(z.minLength(1)),
  deal: z.optional(z.nullable(ProductDeal)),
  /** Least quantity of an order, and the number it must be a multiple of. */
  minimum: z.int().check(z.positive()),
  multiple: z.int().check(z.positive()),
  /** Pieces in stock over all variants. */
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
  /** What of its attributes a list can be narrowed by (rules/facets.ts); absent from an older server. */
  marks: z.optional(z.array(z.string())),
  /** What the first step's price is worth in minor units of WORTH_CURRENCY (list-filter.ts); null without a rate. */
  worth: z.optional(z.nullable(MinorUnits)),
  rev: count,
})
export type Product = z.infer<typeof Product>

/** A choice of a product (size, colour): its own stock, and what it costs beyond the ladder's price. */
export const Variant = z.object({ id, label: Texts, extra: MinorUnits, stock: count, picture: z.nullable(Picture) })
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
 * What the detail screen adds to the card. Shipping and tax are per order of this shop, in the product's currency;
 * taxes in basis points.
 */
export const ProductDetail = z.object({
  id,
  product: Product,
  description: Texts,
  brand: z.nullable(z.string()),
  pictures: openArray(Picture),
  /** How many photographs of it are still to be fetched; an older server does not say. */
  photosToCome: z.optional(count),
  variants: openArray(Variant),
  attributes: openArray(z.object({ name: z.string(), value: z.string() })),
  shipping: MinorUnits,
  taxBasisPoints: count,
  /** It leaves within so many days (rules/store-terms.ts); an older server says nothing, and means one. */
  lead: z.optional(z.int().check(z.positive())),
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
  description: z.optional(Texts),
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
  /** True in the demo catalogue, whose figures are invented. */
  demo: z.boolean(),
  rev: count,
})
export type Store = z.infer<typeof Store>

/**
 * A page of a list: the ids in their order, with the rows unless only the order was asked for (`brief`). It ends with
 * the key after which the next page begins; null at the end. Opaque to the device.
 */
const Page = z.object({
  ids: z.array(id),
  products: openArray(Product),
  stores: openArray(Store),
  next: z.nullable(z.string()),
  /** On the first page: how many there are in all, counted no further than COUNTED_MAX. */
  total: z.optional(count),
})

/** Products a page. */
export const PAGE = 20

/** Home (spec §7): daily updates (newest), recommended, hot (best-selling), recommended stores. */
export const home = endpoint({
  method: 'POST',
  path: '/api/index/index',
  access: 'anyone',
  cacheable: true,
  /** `brief`: only the ids; for a device that has the rows and keeps them up to date by `changes`. */
  input: z.object({ brief: z.optional(z.boolean()) }),
  output: z.object({
    daily: z.array(id),
    recommended: z.array(id),
    hot: z.array(id),
    /** At a reduced price (rules/deals.ts), those first that sell best; absent from an older server. */
    deals: z.optional(z.array(id)),
    storeIds: z.array(id),
    products: openArray(Product),
    stores: openArray(Store),
    /** The countries that stores ship from. */ areas: z.array(z.string()),
    demo: z.boolean(),
  }),
})

/**
 * The product list, paged by key: everything, of one category (with those below it), of one store, filtered; or just
 * certain ids (then all else is ignored). `brief`: as for home.
 */
export const productList = endpoint({
  method: 'POST',
  path: '/api/index/pro',
  access: 'anyone',
  cacheable: true,
  input: z.object({
    categoryId: z.optional(id),
    storeId: z.optional(id),
    ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(500))),
    sort: z._default(z.enum(listSorts), 'all'),
    after: z.optional(z.string().check(z.maxLength(200))),
    brief: z.optional(z.boolean()),
    ...filterFields,
  }),
  output: Page,
})

/** Certain stores. Those that are gone are left out, also of `ids`: a row may be one that only a newer app can read. */
export const storeList = endpoint({
  method: 'POST',
  path: '/api/index/stores',
  access: 'anyone',
  cacheable: true,
  input: z.object({ ids: z.array(id).check(z.minLength(1), z.maxLength(500)) }),
  output: z.object({ stores: openArray(Store), ids: z.optional(z.array(id)) }),
})

/** Changes a page. */
export const CHANGES_PAGE = 5000

/**
 * What of the catalogue changed since a cursor, by id: the device asks for those rows that it has, so that nothing is
 * downloaded that it does not need, or twice.
 * Without a cursor: where the catalogue stands now. `more`: ask again at once. `reset`: the cursor is unknown here;
 * what the device has is of unknown age.
 */
export const catalogueChanges = endpoint({
  method: 'POST',
  path: '/api/index/changes',
  access: 'anyone',
  cacheable: true,
  input: z.object({ cursor: z.optional(z.string().check(z.regex(/^[0-9.]{1,60}$/))) }),
  output: z.object({
    productIds: z.array(id),
    storeIds: z.array(id),
    categories: z.boolean(),
    /** Absent from older servers. */
    rates: z.optional(z.boolean()),
    cursor: z.string(),
    more: z.boolean(),
    reset: z.boolean(),
  }),
})

/** The rates of all currencies that can be paid, but the market's own. */
export const rateList = endpoint({
  method: 'POST',
  path: '/api/index/rates',
  access: 'anyone',
  cacheable: true,
  input: z.object({}),
  output: z.object({ rates: openArray(Rate) }),
})

/** All categories, as a flat list. */
export const categoryList = endpoint({
  method: 'POST',
  path: '/api/index/category',
  access: 'anyone',
  cacheable: true,
  input: z.object({}),
  output: z.object({ categories: openArray(Category) }),
})

/** One product in full, its store, related products, and its first reviews. */
export const productInfo = endpoint({
  method: 'POST',
  path: '/api/index/pro_info',
  access: 'anyone',
  cacheable: true,
  input: z.object({ id }),
  output: z.object({ detail: ProductDetail, store: Store, reviews: openArray(Review), related: openArray(Product) }),
})

/**
 * Certain products in full, with their stores: what a cart's or an order's lines need. Those that are gone are left
 * out; `rest` are those for which the answer had no room, to be asked for by themselves.
 */
export const productDetails = endpoint({
  method: 'POST',
  path: '/api/index/pro_infos',
  access: 'anyone',
  cacheable: true,
  input: z.object({ ids: z.array(id).check(z.minLength(1), z.maxLength(DETAILS_MAX)) }),
  output: z.object({ details: openArray(ProductDetail), stores: openArray(Store), rest: z.optional(z.array(id)) }),
})

/** A store by its id (spec §7). */
export const shopInfo = endpoint({
  method: 'POST',
  path: '/api/index/shop_info',
  access: 'anyone',
  cacheable: true,
  input: z.object({ id }),
  output: z.object({ store: Store }),
})
