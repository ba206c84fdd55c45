import type { Facet } from '#contract/lists/facets.ts'

/**
 * A cached list: ids in the server's order, and the key of the next page (null at the end, undefined before the first).
 */
export interface CachedListRow {
  key: string
  ids: number[]
  next: string | null
  at: number
  /** How many products it has in all, counted no further than COUNTED_MAX. */
  total?: number
  /** How many it has ever held: so far its rows are on the device. */
  reach?: number
  /** Only of a row of facets, which has no ids; `more`: the list has more products than were counted. */
  facets?: Facet[]
  more?: boolean
  /** Only of a search: the categories, stores and related products that it leads to. */
  leads?: { categoryIds: number[]; storeIds: number[]; related: number[] }
}
