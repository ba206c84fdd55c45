import { FIRST_CURRENCY } from '#contract/rules/exchange.ts'
import { accepted, type HandlersFor } from '../../http/handlers.ts'
import { presentRates } from '../../ledger/exchange.ts'
import { readMarketCurrency } from '../../ledger/market-currency.ts'

export const rateList: HandlersFor<'catalogue.rates'>['catalogue.rates'] = async ({ db }) => {
  const [rates, market] = [await presentRates(db), await readMarketCurrency(db)]
  return accepted(market === FIRST_CURRENCY ? { rates, market } : { rates: [], market, rated: rates })
}
