import type { Order } from '#contract/sync/schema-rows.ts'
import { orderMoney, type ShownOrder } from './order-money.ts'
import { useMoney } from '../money/use-money.tsx'

/** Shows orders in the person's currency. */
export function useOrderMoney(): (order: Order) => ShownOrder {
  const money = useMoney()
  return (order) => orderMoney(order, money)
}
