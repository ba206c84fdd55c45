import type { OrderStage } from './stages.ts'

// The parts of an order that have been shipped, have arrived and are still to come, and the division of its amount
// among its goods. Both sides obey it; apart from the schemas, so that a page can read it without carrying their
// library.

/** The largest number of parcels of an order. */
export const PARCELS_MAX = 50
/** A carrier's name, and the number or words by which a parcel is followed (characters). */
export const CARRIER_MAX = 60
export const TRACKING_MAX = 200

/** Pieces of a line of an order. */
export interface LinePart {
  id: number
  variantId: number
  num: number
}
export interface PartOfParcel {
  lines: readonly LinePart[]
  receivedAt: number | null
  /** Its share of the payment, and how much of that was given back. */
  amount: number
  refunded: number
  /** The report for which it replaces goods that were shipped before; null for goods of the order itself. */
  replaces: string | null
}
/** An order as far as it divides among its parcels. */
export interface Divided {
  lines: readonly (LinePart & { price: number })[]
  parcels?: readonly PartOfParcel[] | undefined
  /** The money for goods that were not shipped has been given back. */
  short?: boolean | undefined
}

const same = (a: Omit<LinePart, 'num'>, b: Omit<LinePart, 'num'>): boolean =>
  a.id === b.id && a.variantId === b.variantId

/** The parcels with goods of the order itself; the others replace some of these goods. */
export const ownParcels = <P extends PartOfParcel>({ parcels }: { parcels?: readonly P[] | undefined }): P[] =>
  (parcels ?? []).filter((parcel) => parcel.replaces === null)

/** The pieces that have not been shipped; none once they were given back. */
export function leftToShip(order: Divided): (LinePart & { price: number })[] {
  if (order.short) return []
  const parcels = ownParcels(order)
  return order.lines.flatMap((line) => {
    const gone = parcels.reduce(
      (sum, parcel) => sum + parcel.lines.reduce((n, part) => n + (same(part, line) ? part.num : 0), 0),
      0,
    )
    return line.num > gone ? [{ id: line.id, variantId: line.variantId, price: line.price, num: line.num - gone }] : []
  })
}

/** The worth of goods, in minor units of the order's currency. */
export const partsWorth = (order: Divided, parts: readonly LinePart[]): number =>
  parts.reduce((sum, part) => sum + part.num * (order.lines.find((line) => same(line, part))?.price ?? 0), 0)

/**
 * The share of an amount that goes with goods worth `to` beyond those worth `from`. The whole is divided in proportion
 * to the goods, shipping and taxes along with them, so that neighbouring shares add up to it to the minor unit.
 */
export function shareOfAmount(amount: number, goods: number, from: number, to: number): number {
  if (goods === 0) return from === 0 ? amount : 0
  const upTo = (worth: number): number => Number((BigInt(amount) * BigInt(worth)) / BigInt(goods))
  return upTo(to) - upTo(from)
}

/** The share of what was paid (`paid`, minor units) that goes with the next parcel; the last one has the rest. */
export function nextShare(
  order: Divided & { goods: number },
  paid: number,
  lines: readonly LinePart[],
  last: boolean,
): number {
  const before = ownParcels(order)
  if (last) return paid - before.reduce((sum, parcel) => sum + parcel.amount, 0)
  const worth = before.reduce((sum, parcel) => sum + partsWorth(order, parcel.lines), 0)
  return shareOfAmount(paid, order.goods, worth, worth + partsWorth(order, lines))
}

/** The number that the next parcel of an order has. */
export const nextParcel = ({ parcels }: { parcels?: readonly { n: number }[] | undefined }): number =>
  Math.max(0, ...(parcels ?? []).map(({ n }) => n)) + 1

/** Whether nothing of a parcel is still to come: it has arrived, or was given back as a whole. */
export const isDone = ({ receivedAt, amount, refunded }: PartOfParcel): boolean =>
  receivedAt !== null || (amount > 0 && refunded === amount)

/** The stage of an order by its parcels, once something was shipped. */
export function stageByParcels(order: Divided): OrderStage {
  const parcels = ownParcels(order)
  if (parcels.length === 0) return 'paid'
  if (leftToShip(order).length > 0) return 'partlyShipped'
  if (parcels.every(isDone)) return 'received'
  return parcels.some((parcel) => parcel.receivedAt !== null) ? 'partlyReceived' : 'shipped'
}
