import { useMemo } from 'react'
import type { OrderItem } from '#localdb/queries/orders.ts'
import { useUnsealed } from '../data/use-unsealed.ts'

/** An order with its address and remark in clear; undefined until they are opened, null when they do not open. */
export function useClearOrder(order: OrderItem): OrderItem | null | undefined {
  const rows = useMemo(() => [order], [order])
  const opened = useUnsealed<'orders', OrderItem>(rows, 'orders')
  return opened && (opened[0] ?? null)
}
