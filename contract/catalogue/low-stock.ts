// When a store's goods are running out: what its list says, and what its members are told.

/** Fewer pieces than this many of the least orders, or than this many pieces, will soon be sold out. */
const LOW_ORDERS = 3
const LOW_PIECES = 10

interface Shelf {
  stock: number
  minimum: number
}

/** Too few pieces to last, or too few even for the least order. */
const isShort = ({ stock, minimum }: Shelf): boolean => stock < Math.max(LOW_PIECES, LOW_ORDERS * minimum)

/** On sale, and too few for the least order. */
export const isSoldOut = ({ state, stock, minimum }: Shelf & { state: string }): boolean =>
  state === 'listed' && stock < minimum
/** On sale, and will soon be sold out. */
export const isLow = (item: Shelf & { state: string }): boolean =>
  item.state === 'listed' && !isSoldOut(item) && isShort(item)

/** Whether so many pieces fewer make it run out that did not before: each fall is told once. */
export const fallsShort = (before: Shelf, taken: number): boolean =>
  !isShort(before) && isShort({ ...before, stock: before.stock - taken })
