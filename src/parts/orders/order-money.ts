import { convert, ratesIn, type Rate } from '#contract/currencies/exchange.ts'
import { convertSums, type ConvertedAmounts } from '#contract/orders/sums.ts'
import type { Order } from '#contract/sync/schema-rows.ts'

// Orders in the currency of their reader: each amount converted once, and sums added up from those, as in cart and
// checkout.

/** The currency that amounts are shown in, and the rates that the device knows. */
export interface ShownIn {
  currency: string
  /** The market's currency, in which the rates are. */
  market: string
  rates: readonly Rate[]
}

/** An order's amounts as they are shown, all in `currency`. */
export interface ShownOrder extends ConvertedAmounts {
  currency: string
  /** Taxes that the prices of its goods include; absent where they include none. */
  taxIncluded?: number
  /** Of one piece of each line, in their order. */
  units: number[]
  /** The rates by which they were converted; none where they were not. */
  rates: Rate[]
}

/** The fields that decide an order's amounts. */
export type Summed = Pick<Order, 'lines' | 'goods' | 'shipping' | 'tax' | 'taxIncluded' | 'total' | 'currency' | 'rate'>

/** An order by the rate that it keeps; in its own currency while a rate is missing. */
export function orderMoney(order: Summed, { currency, market, rates }: ShownIn): ShownOrder {
  const { rate } = order
  const known = rate ? [rate, ...rates.filter((one) => one.currency !== rate.currency)] : rates
  const by = ratesIn(known, market)
  const units = order.lines.map((line) => convert(line.price, order.currency, currency, by) ?? Number.NaN)
  const shown = convertSums(order, order.currency, currency, by)
  if (!shown || !units.every(Number.isSafeInteger)) return asPlaced(order)
  const used = [order.currency, currency].filter((of) => of !== by.market && order.currency !== currency)
  const included =
    order.taxIncluded === undefined ? undefined : convert(order.taxIncluded, order.currency, currency, by)
  return {
    ...shown,
    ...(included !== undefined && { taxIncluded: included }),
    units,
    currency,
    rates: known.filter((one) => used.includes(one.currency)),
  }
}

const asPlaced = ({ lines, goods, shipping, tax, taxIncluded, total, currency }: Summed): ShownOrder => ({
  lines: lines.map((line) => line.amount),
  units: lines.map((line) => line.price),
  rates: [],
  ...{ goods, shipping, tax, total, currency },
  ...(taxIncluded !== undefined && { taxIncluded }),
})
