// Orders beyond a store's shelf: a product's stock is its shelf and the pieces that its store takes back orders for.
// Apart from the schemas, so that a page can reckon with it without carrying their library.

/** How far a product can be ordered beyond its shelf. */
export interface BackOrders {
  /** Pieces of each choice. */
  pieces: number
  /** The days within which they leave, of 24 hours each from the payment on (a lead, shipping/terms.ts). */
  days: number
}

/** The most pieces of a choice: those of a hundred choices fit the column that holds the sum of all stock. */
export const BACK_PIECES_MAX = 1_000_000
export const BACK_DAYS_MAX = 180

/**
 * The pieces on the shelf, where `stock` can be ordered and `beyond` of them are not there; 0 where orders hold more
 * than there is.
 */
export const onShelf = (stock: number, beyond: number): number => Math.max(0, stock - beyond)

/** The pieces of `num` that would be back-ordered. */
export const backOrdered = (num: number, stock: number, beyond: number): number =>
  Math.max(0, num - onShelf(stock, beyond))
