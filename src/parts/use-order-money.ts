import { convert, MARKET_CURRENCY, type Rate, type RateOf } from '#contract/rules/exchange.ts'
import { convertSums, type Converted } from '#contract/rules/order-sums.ts'
import type { Order } from '#contract/schema/rows.ts'
import { useMoney } from './use-money.tsx'

/** An order's amounts as they are shown, all in `currency`. */
export interface ShownOrder extends Converted {
  currency: string
  /** Of one piece of each line, in their order. */
  units: number[]
  /** The rates by which they were converted; none where they were not. */
  rates: Rate[]
}

/**
 * Shows orders in the person's currency, each amount converted once and summed as cart and checkout do, by the rate
 * that the order keeps; in its own currency while a rate is missing.
 */
export function useOrderMoney(): (order: Order) => ShownOrder {
  const { currency, rates, rateOf } = useMoney()
  return (order) => {
    const { rate } = order
    const by: RateOf = (of) => (rate && of === rate.currency ? rate : rateOf(of))
    const units = order.lines.map((line) => convert(line.price, order.currency, currency, by) ?? Number.NaN)
    const shown = convertSums(order, order.currency, currency, by)
    if (!shown || !units.every(Number.isSafeInteger)) return asPlaced(order)
    const used = [order.currency, currency].filter((of) => of !== MARKET_CURRENCY && order.currency !== currency)
    const known = rate ? [rate, ...rates.filter((one) => one.currency !== rate.currency)] : rates
    return { ...shown, units, currency, rates: known.filter((one) => used.includes(one.currency)) }
  }
}

const asPlaced = ({ lines, goods, shipping, tax, total, currency }: Order): ShownOrder => ({
  lines: lines.map((line) => line.amount),
  units: lines.map((line) => line.price),
  rates: [],
  ...{ goods, shipping, tax, total, currency },
})
