import { leftToShip, ownParcels, type Divided, type LinePart } from '#contract/orders/parts.ts'

/** The contents of a parcel of an order. */
export interface Packed {
  parts: readonly LinePart[]
  /** Other parcels hold further parts of the order. */
  partial: boolean
}

/** The contents of the next parcel of an order; once everything has left, those of the last one. */
export function packedOf(sale: Divided): Packed {
  const [left, sent] = [leftToShip(sale), ownParcels(sale)]
  return left.length > 0
    ? { parts: left, partial: sent.length > 0 }
    : { parts: sent.at(-1)?.lines ?? [], partial: sent.length > 1 }
}
