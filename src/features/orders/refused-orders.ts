import { later } from '../../data/later.tsx'

/** What was refused, which is rare. */
export const RefusedOrders = later(
  'refused-orders',
  async () => (await import('./refused-orders-later.tsx')).RefusedOrders,
)
