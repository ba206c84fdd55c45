import type { Open } from '../wire/open.ts'
import { leftToShip, ownParcels, type Divided, type PartOfParcel } from '../orders/parts.ts'
import { isOpenReport, type ReportState } from './rules.ts'
import { nextStage, type OrderStage } from '../orders/stages.ts'

// The refunds that a store gives on an order by itself. Both sides obey these rules; apart from the schemas, so that a
// page can read them without carrying their library.

/** Why something was given back; equal to the text's key `orders.back.<why>`. */
export const refundReasons = ['cancelled', 'rest', 'report', 'part', 'order'] as const
export type RefundReason = (typeof refundReasons)[number]

/** The scope of a refund: goods that cannot be shipped any more, or all that were not received. */
export const givesBack = ['unshipped', 'all'] as const
export type GivesBack = (typeof givesBack)[number]

/** The largest number of partial refunds that a store gives on an order by itself. */
export const PART_REFUNDS_MAX = 20

/** The number that the next refund of an order has. */
export const nextRefund = ({ refunds }: { refunds?: readonly unknown[] | undefined }): number =>
  (refunds?.length ?? 0) + 1

interface Parted {
  parcels?: readonly (PartOfParcel & { n: number })[] | undefined
  reports?: readonly { parcel: number; state: Open<ReportState> }[] | undefined
}

/**
 * The most that a store can give back of a parcel by itself: what is left of its share, and nothing while a problem
 * with it is open, which is to be answered instead.
 */
export function mostOfParcel({ parcels, reports }: Parted, n: number): number {
  const parcel = ownParcels({ parcels }).find((one) => one.n === n)
  const asked = (reports ?? []).some((report) => report.parcel === n && isOpenReport(report.state))
  return parcel && !asked ? parcel.amount - parcel.refunded : 0
}

interface Refundable extends Divided {
  /** Minor units that were paid, and those of them that are held. */
  paid: number
  held: number
  stage: Open<OrderStage>
}

/** The event that gives back all that was not received: the whole order, where nothing was received. */
export const refundEvent = (order: Pick<Divided, 'parcels'>): 'refund' | 'refundRest' =>
  ownParcels(order).some((parcel) => parcel.receivedAt !== null) ? 'refundRest' : 'refund'

/** The event of a refund, and its amount (minor units); undefined where there can be none. */
export function refundOf(
  order: Refundable,
  what: GivesBack,
): { event: 'refund' | 'refundRest' | 'cancelRest'; amount: number } | undefined {
  const { held, paid, stage } = order
  const parcels = ownParcels(order)
  const rest = what === 'unshipped' && parcels.length > 0
  if (what === 'unshipped' && leftToShip(order).length === 0) return undefined
  const event = rest ? 'cancelRest' : refundEvent(order)
  if (nextStage(stage, event) === undefined || (held === 0 && paid > 0)) return undefined
  return { event, amount: rest ? paid - parcels.reduce((sum, parcel) => sum + parcel.amount, 0) : held }
}
