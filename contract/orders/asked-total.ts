import type { RateOf } from '../currencies/exchange.ts'
import { convertSums, type Amounts } from './sums.ts'

/** A total as it is shown, and what is paid for it in the market's currency. */
export interface AskedTotal {
  total: number
  due: number
}

/** The total that an order in question would come to now; undefined while a rate is missing. */
export function askedTotal(sums: Amounts, from: string, currency: string, rateOf: RateOf): AskedTotal | undefined {
  const shown = convertSums(sums, from, currency, rateOf)
  const due = convertSums(sums, from, rateOf.market, rateOf)
  return shown && due && { total: shown.total, due: due.total }
}
