import type { Rate } from '#contract/currencies/exchange.ts'
import { orderMoney, type ShownIn, type Summed } from '../../../parts/orders/order-money.ts'

/** The total of several orders, with the rates by which they were converted. */
export interface ShownTotal {
  total: number
  currency: string
  rates: Rate[]
}

/** Several orders together; undefined where one of them cannot be shown in the reader's currency. */
export function ordersMoney(orders: readonly Summed[], shownIn: ShownIn): ShownTotal | undefined {
  const each = orders.map((order) => orderMoney(order, shownIn))
  if (each.some((order) => order.currency !== shownIn.currency)) return undefined
  const rates = new Map(each.flatMap((order) => order.rates.map((rate) => [rate.id, rate])))
  return {
    total: each.reduce((sum, order) => sum + order.total, 0),
    currency: shownIn.currency,
    rates: [...rates.values()],
  }
}
