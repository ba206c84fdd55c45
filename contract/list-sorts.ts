// Apart from catalogue.ts, so that a page can name them without carrying the schemas' library.

/** The orders of a product list. */
export const listSorts = ['all', 'sales', 'priceUp', 'priceDown', 'new'] as const
export type ListSort = (typeof listSorts)[number]
