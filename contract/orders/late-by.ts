import { LEAD, leavesBy, type Holiday } from '../shipping/terms.ts'

/** How soon goods leave: within so many days, and not on their store's holiday. */
export interface Promised {
  lead: number
  holiday: Holiday | null
}

/**
 * By when the last of some goods leaves that are paid at a moment (Unix ms); undefined where all leave within 24 hours.
 */
export function lateBy(paidAt: number, goods: readonly Promised[]): number | undefined {
  const last = Math.max(...goods.map(({ lead, holiday }) => leavesBy(paidAt, lead, holiday)))
  return last > leavesBy(paidAt, LEAD, null) ? last : undefined
}
