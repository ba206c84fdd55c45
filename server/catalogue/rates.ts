import { FIRST_CURRENCY, type KeptRate } from '#contract/currencies/exchange.ts'
import { accepted, type HandlersFor } from '../http/handlers.ts'
import { presentRates } from '../rates/exchange.ts'
import { readMarketCurrency } from '../market/currency.ts'

export const rateList: HandlersFor<'catalogue.rates'>['catalogue.rates'] = async ({ db }) => {
  const [rates, currency] = [await presentRates(db), await readMarketCurrency(db)]
  const own: KeptRate = { id: 0, currency, numerator: 1, denominator: 1, at: 0, market: true }
  return accepted(currency === FIRST_CURRENCY ? { rates, rated: [own] } : { rates: [], rated: [own, ...rates] })
}
