import type { Product } from './schema.ts'
import { orderableQuantity } from '../prices/ladder.ts'
import type { RefusalReason } from '../wire/refusal-reasons.ts'

/** Why something cannot be ordered: a refusal before it is asked for, with its text. */
export interface WhyNot {
  reason: Extract<
    RefusalReason,
    'productGone' | 'currencyNotPayable' | 'outOfStock' | 'stockBelowMinimum' | 'areaNotOpen'
  >
  params?: { available: number; minimum: number }
}

/** The parts of a product that decide it; `worth` is null when the market has no rate for its currency. */
type Sold = Pick<Product, 'worth' | 'minimum' | 'multiple' | 'stock'>

/** Whether a list shows it after all that can be ordered (lists/sorts.ts): it is sold out, or cannot be paid. */
export const comesLast = (product: Sold): boolean => whyNotOrderable(product) !== undefined

/**
 * Why a product cannot be ordered by anybody, or (with `areaOpen`) not to where it is to go; undefined when it can.
 * Shown by card, product, cart and checkout, and obeyed by the server: what cannot be paid is not put into a cart.
 */
export function whyNotOrderable(
  { worth, minimum, multiple, stock }: Sold,
  { gone = false, areaOpen = true }: { gone?: boolean; areaOpen?: boolean } = {},
): WhyNot | undefined {
  if (gone) return { reason: 'productGone' }
  if (worth === null) return { reason: 'currencyNotPayable' }
  if (stock === 0) return { reason: 'outOfStock' }
  const least = orderableQuantity(1, minimum, multiple)
  if (stock < least) return { reason: 'stockBelowMinimum', params: { available: stock, minimum: least } }
  return areaOpen ? undefined : { reason: 'areaNotOpen' }
}
