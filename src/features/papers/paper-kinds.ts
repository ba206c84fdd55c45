import { paidState } from '#contract/rules/order-states.ts'
import type { Order } from '#contract/schema/rows.ts'

/** What is printed of an order: a proforma before it is paid, an invoice afterwards, the order itself always. */
export const paperKinds = ['order', 'proforma', 'invoice'] as const
export type PaperKind = (typeof paperKinds)[number]

/** The papers that there are of an order as it stands. */
export function papersOf({ state, paidAt, asked }: Pick<Order, 'state' | 'paidAt' | 'asked'>): PaperKind[] {
  if (paidAt !== null || paidState(state) !== undefined) return ['order', 'invoice']
  // One whose prices are still asked for offers none.
  return asked || (state !== 'unpaid' && state !== 'onDevice') ? ['order'] : ['order', 'proforma']
}
