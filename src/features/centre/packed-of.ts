import { leftToShip, ownParcels, type Divided, type Part } from '#contract/rules/order-parts.ts'

/** What lies in a parcel of an order. */
export interface Packed {
  parts: readonly Part[]
  /** Other parcels of the order hold some of it, too. */
  partial: boolean
}

/** What goes into the next parcel of an order; once all has left, what was in the last one. */
export function packedOf(sale: Divided): Packed {
  const [left, sent] = [leftToShip(sale), ownParcels(sale)]
  return left.length > 0
    ? { parts: left, partial: sent.length > 0 }
    : { parts: sent.at(-1)?.lines ?? [], partial: sent.length > 1 }
}
