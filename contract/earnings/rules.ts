import { shareOfUnits } from '../coins/assets.ts'
import { marketFeeOf } from '../market/fees.ts'
import { ownParcels, type Divided } from '../orders/parts.ts'
import { isOpenReport, mayReport, type ReportState } from '../reports/rules.ts'
import type { Open } from '../wire/open.ts'

// The earnings of a store from an order, with their times: as the ledger has them, computed from the order's own row.
// Apart from the schemas, so that a page can read it without carrying their library.

/**
 * The amount that a store got from an order (below zero: gave back), and the market's fee on it, in minor units of the
 * currency that was paid; `at` in Unix ms.
 */
export interface Earning {
  at: number
  amount: number
  fee: number
}

interface Earned extends Omit<Divided, 'parcels'> {
  parcels?: readonly (NonNullable<Divided['parcels']>[number] & { n: number })[] | undefined
  reports?: readonly { parcel: number; refunded: number; endedAt: number | null }[] | undefined
  refunds?: readonly { amount: number; at: number; parcel?: number | null | undefined }[] | undefined
  feeRate?: number | undefined
}

type Share = Omit<Earning, 'fee'>

/**
 * The earnings from an order, the oldest first. A parcel that has arrived brings its share, less what had been given
 * back by then. Later refunds of it, for reported problems or by the store itself, are entries below zero. The fee of
 * each is the fee on all so far, less the fee before it.
 */
export function earningsOf(order: Earned): Earning[] {
  const feeOn = (sum: number): number => Number(marketFeeOf(BigInt(sum), order.feeRate ?? 0))
  let sum = 0
  return sharesOf(order)
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, amount }) => {
      const before = feeOn(sum)
      sum += amount
      return { at, amount, fee: feeOn(sum) - before }
    })
}

const sharesOf = (order: Earned): Share[] =>
  ownParcels(order).flatMap(({ n, receivedAt, amount, refunded }): Share[] => {
    if (receivedAt === null) return []
    const reported = (order.reports ?? []).flatMap(({ parcel, refunded: back, endedAt }) =>
      parcel === n && back > 0 && endedAt !== null && endedAt > receivedAt ? [{ at: endedAt, amount: -back }] : [],
    )
    const given = (order.refunds ?? []).flatMap((one) =>
      one.parcel === n && one.at > receivedAt ? [{ at: one.at, amount: -one.amount }] : [],
    )
    const later = [...reported, ...given].toSorted((a, b) => a.at - b.at)
    const first = amount - refunded - later.reduce((sum, one) => sum + one.amount, 0)
    return [...(first > 0 ? [{ at: receivedAt, amount: first }] : []), ...later]
  })

interface Claimable extends Pick<Earned, 'parcels'> {
  reports?: readonly { parcel: number; state: Open<ReportState> }[] | undefined
}

/**
 * The part of an order's earnings that its buyer may still claim back at a time (Unix ms), in minor units of the
 * currency that was paid: of parcels with which a problem can be reported, or has been reported and is not yet settled.
 */
export const claimableOf = ({ parcels, reports = [] }: Claimable, now: number): number =>
  (parcels ?? [])
    .filter((one) => one.replaces === null && one.receivedAt !== null)
    .filter(
      ({ n, receivedAt }) =>
        mayReport({ receivedAt }, now) || reports.some((one) => one.parcel === n && isOpenReport(one.state)),
    )
    .reduce((sum, { amount, refunded }) => sum + amount - refunded, 0)

interface Paid extends Claimable {
  /** The units of a coin that were paid, and the minor units that they paid. */
  paid: bigint
  due: number
  feeRate?: number | undefined
}

/** The units that a store keeps for its buyer's claims, without the market's fee, which comes back with them. */
export function keptUnitsOf(order: Paid, now: number): bigint {
  const units = shareOfUnits(order.paid, claimableOf(order, now), order.due)
  return units - marketFeeOf(units, order.feeRate ?? 0)
}
