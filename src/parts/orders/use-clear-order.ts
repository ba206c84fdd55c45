import { useMemo } from 'react'
import type { OrderItem } from '#localdb/queries/orders/items.ts'
import { useUnsealed } from '../../data/use-unsealed.ts'

/**
 * An order with its address and what was written on it decrypted; undefined until they are opened, null when they
 * cannot be.
 */
export function useClearOrder(order: OrderItem): OrderItem | null | undefined {
  const rows = useMemo(() => [order], [order])
  const opened = useUnsealed<'orders', OrderItem>(rows, 'orders')
  return opened && (opened[0] ?? null)
}
