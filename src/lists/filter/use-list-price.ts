import { useMoney } from '../../parts/money/use-money.tsx'
import { listPrice, type ListPrice } from './list-price.ts'

/** Prices of a filter in the currency that amounts are shown in; in the market's while there is no rate. */
export function useListPrice(): ListPrice {
  const { currency, market, rateOf } = useMoney()
  return listPrice(rateOf(currency) ? currency : market, rateOf)
}
