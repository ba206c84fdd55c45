// Apart from catalogue.ts, so that a page can name them without carrying the schemas' library.

/** The orders of a product list. */
export const listSorts = ['all', 'sales', 'priceUp', 'priceDown', 'new'] as const
export type ListSort = (typeof listSorts)[number]

/** The orders of what a search found; `best`: what matches best first. */
export const searchSorts = ['best', 'sales', 'priceUp', 'priceDown', 'new'] as const
export type SearchSort = (typeof searchSorts)[number]
