import { later } from '../../data/loading/later.tsx'

/** Loaded as a later part, because refused orders are rare. */
export const RefusedOrders = later(
  'refused-orders',
  async () => (await import('./refused-orders-later.tsx')).RefusedOrders,
)
