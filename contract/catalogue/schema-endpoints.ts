import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { DETAILS_MAX } from '../wire/limits.ts'
import { listSorts } from '../lists/sorts.ts'
import { Category, Product, ProductDetail, Review, reviewKinds, Store } from './schema.ts'
import { filterFields } from '../lists/schema-filter-fields.ts'
import { Id } from '../wire/schema-id.ts'
import { RateSchema } from '../currencies/schema-money.ts'
import { openArray } from '../wire/schema-open.ts'

// The calls for the catalogue, which anyone may make. Apart from its rows, which every device reads from its start.

const id = Id
const count = z.int().check(z.nonnegative())

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
    /** Products at a reduced price (prices/deals.ts), those first that sell best; absent from an older server. */
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
 * The ids of all that changed in the catalogue since a cursor. The device asks for those rows that it has, so that it
 * downloads nothing that it does not need, and nothing twice.
 * Without a cursor: where the catalogue stands now. `more`: ask again at once. `reset`: the cursor is unknown here, so
 * the rows of the device are of unknown age.
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

/**
 * The rates of all currencies that can be paid. `rated` has the market's own, which is 1, and is absent from an older
 * server. Older apps take rates for dollars: where the market is in another currency, all of them are `rated`.
 */
export const rateList = endpoint({
  method: 'POST',
  path: '/api/index/rates',
  access: 'anyone',
  cacheable: true,
  input: z.object({}),
  output: z.object({
    rates: openArray(RateSchema),
    rated: z.optional(openArray(z.extend(RateSchema, { market: z.optional(z.boolean()) }))),
  }),
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

export const reviewFilters = ['all', 'withImage', ...reviewKinds] as const
export type ReviewFilter = (typeof reviewFilters)[number]

/** Reviews of a product, newest first, paged by key. */
export const reviewList = endpoint({
  method: 'POST',
  path: '/api/index/reviews',
  access: 'anyone',
  cacheable: true,
  input: z.object({
    id,
    filter: z._default(z.enum(reviewFilters), 'all'),
    after: z.optional(z.string().check(z.maxLength(200))),
  }),
  output: z.object({ reviews: openArray(Review), next: z.nullable(z.string()) }),
})
