import { shareOfAmount, partsWorth, type Divided, type LinePart, type PartOfParcel } from './parts.ts'

// Apart from parts.ts, which every buyer's page carries.

/**
 * The refund for pieces of a parcel (minor units): their share of what was paid for it, at most the part that has not
 * been given back.
 */
export function backFor(order: Divided, parcel: PartOfParcel, parts: readonly LinePart[]): number {
  if (parts.every(({ num }) => num === 0)) return 0
  const share = shareOfAmount(parcel.amount, partsWorth(order, parcel.lines), 0, partsWorth(order, parts))
  return Math.min(share, parcel.amount - parcel.refunded)
}
