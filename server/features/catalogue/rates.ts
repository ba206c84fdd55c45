import { accepted, type HandlersFor } from '../../http/handlers.ts'
import { presentRates } from '../../ledger/exchange.ts'
import { readMarketCurrency } from '../../ledger/market-currency.ts'

export const rateList: HandlersFor<'catalogue.rates'>['catalogue.rates'] = async ({ db }) =>
  accepted({ rates: await presentRates(db), market: await readMarketCurrency(db) })
