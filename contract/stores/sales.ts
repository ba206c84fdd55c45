import type { Open } from '../wire/open.ts'
import { leftToShip, type Divided } from '../orders/parts.ts'
import { isOpenReport, type ReportState } from '../reports/rules.ts'
import { canStill, shipsBy, stageOf } from '../orders/stages.ts'

// The work that a store's orders ask of it. Apart from the schemas, so that a page can read it without carrying their
// library.

/** The parts in which a store looks at its orders. */
export const saleFilters = ['toShip', 'late', 'shipped', 'received', 'problems', 'ended', 'all'] as const
export type SaleFilter = (typeof saleFilters)[number]

type Stands = Divided &
  Parameters<typeof stageOf>[0] & {
    paidAt: number | null
    shipBy?: number | null | undefined
    reports?: readonly { state: Open<ReportState> }[] | undefined
  }

/** Whether something of it can be sent now. */
export const canShip = (sale: Stands): boolean => canStill(sale, 'shipPart') && leftToShip(sale).length > 0

/** Whether something should have left by now (Unix ms). */
export const isLate = (sale: Stands, now: number): boolean =>
  canShip(sale) && sale.paidAt !== null && now > shipsBy({ paidAt: sale.paidAt, shipBy: sale.shipBy })

/** The stages of an order that has left and has not arrived in full. */
const UNDER_WAY = new Set<string>(['shipped', 'partlyReceived', 'disputed'])

/** Whether an order belongs to a part. */
export function isUnder(sale: Stands, filter: SaleFilter, now: number): boolean {
  switch (filter) {
    case 'toShip':
      return canShip(sale)
    case 'late':
      return isLate(sale, now)
    case 'shipped':
      return UNDER_WAY.has(stageOf(sale)) && (sale.parcels ?? []).length > 0 && leftToShip(sale).length === 0
    case 'received':
      return ['received', 'assessed'].includes(stageOf(sale))
    case 'ended':
      return ['cancelled', 'refunded'].includes(stageOf(sale))
    case 'problems':
      return stageOf(sale) === 'disputed' || (sale.reports ?? []).some(({ state }) => isOpenReport(state))
    case 'all':
      return true
  }
}
