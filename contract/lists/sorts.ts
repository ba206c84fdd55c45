// Apart from catalogue/schema.ts, so that a page can name them without carrying the schemas' library.

/** The orders of a product list. */
export const listSorts = ['all', 'sales', 'priceUp', 'priceDown', 'new'] as const
export type ListSort = (typeof listSorts)[number]

/**
 * Whether what cannot be ordered (orderable.ts) comes after all that can. Not by price, where a person looks for a
 * number, nor among what a search found, where they look for a product.
 */
export const orderableFirst = (sort: ListSort | SearchSort): boolean =>
  sort === 'all' || sort === 'sales' || sort === 'new'

/** The orders of what a search found; `best`: what matches best first. */
export const searchSorts = ['best', 'sales', 'priceUp', 'priceDown', 'new'] as const
export type SearchSort = (typeof searchSorts)[number]
