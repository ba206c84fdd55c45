import { convert, type RateOf } from '#contract/currencies/exchange.ts'

/** The prices of a list's filter, which are kept in the market's currency, as the person types and reads them. */
export interface ListPrice {
  currency: string
  shown(worth: number): number
  /** Undefined when it is too large to be exact. */
  worth(amount: number): number | undefined
}

/** Prices of a filter in a currency: the roundest that are worth what is kept, as somebody will have typed them. */
export function listPrice(currency: string, rateOf: RateOf): ListPrice {
  const worth = (amount: number) => convert(amount, currency, rateOf.market, rateOf)
  return {
    currency,
    worth,
    shown(kept) {
      const exact = convert(kept, rateOf.market, currency, rateOf) ?? kept
      for (let unit = 1e9; unit > 1; unit /= 10) {
        const round = Math.round(exact / unit) * unit
        if (round > 0 && worth(round) === kept) return round
      }
      return exact
    },
  }
}
