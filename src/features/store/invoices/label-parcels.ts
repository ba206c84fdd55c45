import { leftToShip, ownParcels, PARCELS_MAX, type Divided } from '#contract/orders/parts.ts'

/** The parcels of an order that labels are printed for: from one through another, of so many in all. */
export interface LabelParcels {
  from: number
  total: number
}

/** The least number of parcels that an order comes to: those that were sent, and one more while something is left. */
export const leastParcels = (sale: Divided): number => ownParcels(sale).length + (leftToShip(sale).length > 0 ? 1 : 0)

/**
 * The parcels of an order to print labels for: those that are to come, while something is left to send, and else all
 * that were sent. `wanted` is how many there are to be in all.
 */
export function labelParcels(sale: Divided, wanted: number): LabelParcels {
  const sent = ownParcels(sale).length
  const left = leftToShip(sale).length > 0
  const total = left ? Math.min(Math.max(wanted, leastParcels(sale)), PARCELS_MAX) : Math.max(sent, 1)
  return { from: left ? Math.min(sent + 1, total) : 1, total }
}
