import { paidState } from '#contract/orders/states.ts'
import type { Invoice, Order } from '#contract/sync/schema-rows.ts'

/** Papers that a device prints of an order: a proforma before it is paid, the order itself always. */
export type PaperKind = 'order' | 'proforma'

/** Those that there are of an order; invoices and credit notes are rows of their own. */
export function papersOf({ state, paidAt, asked }: Pick<Order, 'state' | 'paidAt' | 'asked'>): PaperKind[] {
  if (paidAt !== null || paidState(state) !== undefined) return ['order']
  // One whose prices are still asked for offers none.
  return asked || (state !== 'unpaid' && state !== 'onDevice') ? ['order'] : ['order', 'proforma']
}

/** The name of an issued paper in an address: `invoice`, and `credit2` for the credit note of the second refund. */
export function issuedName({ id, kind }: Pick<Invoice, 'id' | 'kind'>): string {
  return kind === 'invoice' ? 'invoice' : `credit${id.split(':').at(-1)}`
}
