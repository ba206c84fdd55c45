import type { OrderItem } from '#localdb/queries/orders/items.ts'

/** The state that a checkout has reached. */
export type CheckoutState = 'placing' | 'checking' | 'saved' | 'placed' | 'needsYou' | 'paid' | 'closed' | 'gone'

/** The fields of an order that decide the outcome of its checkout. */
export type PlacedPart = Pick<OrderItem, 'state'> & {
  placing: Pick<NonNullable<OrderItem['placing']>, 'state'> | undefined
}

/** The result of a checkout: first what needs the person, then what waits. */
export function outcomeOf(orders: readonly PlacedPart[]): Exclude<CheckoutState, 'placing'> {
  if (orders.length === 0) return 'gone'
  if (orders.some((order) => order.placing?.state === 'conflict')) return 'needsYou'
  if (orders.some((order) => order.placing?.state === 'unknown')) return 'checking'
  if (orders.some((order) => order.state === 'onDevice')) return 'saved'
  if (orders.some((order) => order.state === 'unpaid')) return 'placed'
  return orders.every((order) => order.state === 'cancelled' || order.state === 'refunded') ? 'closed' : 'paid'
}

/** How many of a checkout's orders went how far. */
export interface Partly {
  as: 'placed' | 'saved'
  n: number
  total: number
}

/**
 * How many orders went through where not all of them did: `refused` of the checkout were not accepted. While none has
 * reached the market, those that are saved count. Undefined where one word says it all.
 */
export function partlyOf(orders: readonly PlacedPart[], refused: number): Partly | undefined {
  const total = orders.length + refused
  const placed = orders.filter((order) => order.state !== 'onDevice').length
  if (placed > 0) return placed < total ? { as: 'placed', n: placed, total } : undefined
  const saved = orders.filter((order) => order.placing?.state !== 'conflict').length
  return saved > 0 && saved < total ? { as: 'saved', n: saved, total } : undefined
}
