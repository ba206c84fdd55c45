// Orders beyond a store's shelf: what can be ordered of a product is what is on the shelf, and so much more. Apart from
// the schemas, so that a page can reckon with it without carrying their library.

/** How far a product can be ordered beyond its shelf: of each choice so many pieces, leaving within so many days. */
export interface BackOrders {
  pieces: number
  /** Of 24 hours each, from the payment on, as a product's own lead (store-terms.ts). */
  days: number
}

/** Of each choice: a hundred of them still fit the column that holds the sum of all stock. */
export const BACK_PIECES_MAX = 1_000_000
export const BACK_DAYS_MAX = 180

/**
 * The pieces on the shelf, where `stock` can be ordered and `beyond` of them are not there; 0 where orders hold more
 * than there is.
 */
export const onShelf = (stock: number, beyond: number): number => Math.max(0, stock - beyond)

/** How many of `num` pieces would be back-ordered. */
export const backOrdered = (num: number, stock: number, beyond: number): number =>
  Math.max(0, num - onShelf(stock, beyond))
