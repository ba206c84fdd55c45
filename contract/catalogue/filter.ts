import type { Product, Store } from './schema.ts'
import { FIRST_CURRENCY } from '../currencies/exchange.ts'
import { hasMarks } from '../lists/marks.ts'

// Apart from schema.ts, so that a page can filter without carrying the schemas' library.

/** The conditions that narrow a list of products; an absent one does not narrow it. */
export interface ListFilter {
  /** The bounds of the unit price, both included: its worth in minor units of the market's currency. */
  priceFrom?: number | undefined
  priceTo?: number | undefined
  /** Only products that can be ordered in this number of pieces or fewer. */
  minimum?: number | undefined
  /** Only products in stock. */
  inStock?: boolean | undefined
  /** Only from stores that ship from this country (ISO 3166-1 alpha-2). */
  area?: string | undefined
  /** Only products that have one of these marks of each facet (lists/facets.ts). */
  marks?: readonly string[] | undefined
}

/** A list is counted up to here: a longer one has "1,000+". */
export const COUNTED_MAX = 1001

/**
 * The worth of a product's unit price in minor units of the market's currency, at the rate when it was last sent;
 * undefined while there is no rate for its currency. Servers that state no worth knew one currency alone.
 */
export const productWorth = (p: Product): number | undefined =>
  p.worth === undefined && p.currency === FIRST_CURRENCY ? p.ladder[0]?.price : (p.worth ?? undefined)

/**
 * Whether a product of a store passes a filter: the same rule on the device and, in SQL, at the server. A product whose
 * value is not known does not pass.
 */
export function passes(p: Product, store: Pick<Store, 'area'> | undefined, f: ListFilter): boolean {
  const worth = productWorth(p)
  return (
    (f.priceFrom === undefined || (worth !== undefined && worth >= f.priceFrom)) &&
    (f.priceTo === undefined || (worth !== undefined && worth <= f.priceTo)) &&
    (f.minimum === undefined || p.minimum <= f.minimum) &&
    (!f.inStock || p.stock > 0) &&
    (f.area === undefined || store?.area === f.area) &&
    hasMarks(p, f.marks)
  )
}
