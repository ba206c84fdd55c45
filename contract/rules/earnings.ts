import { ownParcels, type Divided } from './order-parts.ts'
import { isOpenReport, mayReport, type ReportState } from './order-reports.ts'
import type { Open } from './open.ts'

// What an order brings its store, and when: as the ledger has it, from the order's own row. Apart from the schemas, so
// that a page can read it without carrying their library.

/** What a store got (below zero: gave back) of an order, in minor units of what was paid; `at` in Unix ms. */
export interface Earning {
  at: number
  amount: number
}

interface Earned extends Omit<Divided, 'parcels'> {
  parcels?: readonly (NonNullable<Divided['parcels']>[number] & { n: number })[] | undefined
  reports?: readonly { parcel: number; refunded: number; endedAt: number | null }[] | undefined
  refunds?: readonly { amount: number; at: number; parcel?: number | null | undefined }[] | undefined
}

/**
 * A parcel's share, when it arrived, less what had gone back of it by then; and what went back of it afterwards, for
 * problems that were reported or by the store itself.
 */
export const earningsOf = (order: Earned): Earning[] =>
  ownParcels(order).flatMap(({ n, receivedAt, amount, refunded }) => {
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
 * The part of an order's earnings that its buyer may still claim back at a time (Unix ms), in minor units of what was
 * paid: of parcels with which a problem can be reported, or was reported and waits for somebody's word.
 */
export const claimableOf = ({ parcels, reports = [] }: Claimable, now: number): number =>
  (parcels ?? [])
    .filter((one) => one.replaces === null && one.receivedAt !== null)
    .filter(
      ({ n, receivedAt }) =>
        mayReport({ receivedAt }, now) || reports.some((one) => one.parcel === n && isOpenReport(one.state)),
    )
    .reduce((sum, { amount, refunded }) => sum + amount - refunded, 0)
