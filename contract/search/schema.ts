import * as z from 'zod/mini'
import { Product, Store } from '../catalogue/schema.ts'
import { endpoint } from '../wire/endpoint.ts'
import { filterFields } from '../lists/schema-filter-fields.ts'
import { Id } from '../wire/schema-id.ts'
import { QUERY_MAX } from '../wire/limits.ts'
import { searchSorts } from '../lists/sorts.ts'
import { openArray } from '../wire/schema-open.ts'

const query = z.string().check(z.trim(), z.minLength(1), z.maxLength(QUERY_MAX))
const after = z.optional(z.string().check(z.maxLength(200)))

/**
 * Products that a text finds, best match first or in another order, paged by key (spec §7); within one store or
 * category, and filtered like a list.
 * The first page also says where it leads: the categories and stores that hold most of the best matches, and, when it
 * has few,
 * products that are like the best one without matching. `brief`: only the ids, as for a list.
 */
export const searchProducts = endpoint({
  method: 'POST',
  path: '/api/index/search_pro',
  access: 'anyone',
  cacheable: true,
  input: z.object({
    query,
    storeId: z.optional(Id),
    categoryId: z.optional(Id),
    sort: z._default(z.enum(searchSorts), 'best'),
    after,
    brief: z.optional(z.boolean()),
    ...filterFields,
  }),
  output: z.object({
    ids: z.array(Id),
    products: openArray(Product),
    stores: openArray(Store),
    next: z.nullable(z.string()),
    categoryIds: z.array(Id),
    storeIds: z.array(Id),
    related: z.array(Id),
    /** On the first page: how many were found in all, counted no further than COUNTED_MAX. */
    total: z.optional(z.int()),
  }),
})

/**
 * By what a list, or what a text finds, can be narrowed, and how many products each value would leave; counted over its
 * first FACETED_MAX. `more`: it has more than those.
 */
export const facetList = endpoint({
  method: 'POST',
  path: '/api/index/facets',
  access: 'anyone',
  cacheable: true,
  input: z.object({
    query: z.optional(query),
    categoryId: z.optional(Id),
    storeId: z.optional(Id),
    ...filterFields,
  }),
  output: z.object({
    facets: openArray(
      z.object({
        name: z.string(),
        values: openArray(z.object({ value: z.string(), count: z.int().check(z.nonnegative()) })),
      }),
    ),
    more: z.boolean(),
  }),
})

/** Stores that a text finds, by their name first, then by what they sell, paged by key (spec §7). */
export const searchStores = endpoint({
  method: 'POST',
  path: '/api/index/search_shop',
  access: 'anyone',
  cacheable: true,
  input: z.object({ query, after }),
  output: z.object({ stores: openArray(Store), next: z.nullable(z.string()) }),
})
