import { knownOr } from '#contract/wire/open.ts'
import type { OrderItem } from '#localdb/queries/orders/items.ts'

export interface ProgressStep {
  name: 'placed' | 'paid' | 'shipped' | 'received' | 'cancelled' | 'refunded'
  done: boolean
  /** When it was taken (Unix ms). */
  at: number | null
}

/** The steps of an order: those that it takes, or, of one that was closed, those that it took and how it ended. */
export function progressOf(
  order: Pick<OrderItem, 'state' | 'createdAt' | 'paidAt' | 'shippedAt' | 'receivedAt' | 'closedAt'>,
): ProgressStep[] {
  const { createdAt, paidAt, shippedAt, receivedAt, closedAt } = order
  const placed = order.state !== 'onDevice'
  const end = knownOr(['cancelled', 'refunded'], order.state, undefined)
  const steps: ProgressStep[] = [
    { name: 'placed', done: placed, at: placed ? createdAt : null },
    { name: 'paid', done: paidAt !== null, at: paidAt },
    { name: 'shipped', done: shippedAt !== null, at: shippedAt },
    { name: 'received', done: receivedAt !== null, at: receivedAt },
  ]
  return end ? [...steps.filter((step) => step.done), { name: end, done: true, at: closedAt }] : steps
}
