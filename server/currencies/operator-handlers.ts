import { accepted, type HandlersFor } from '../http/handlers.ts'
import { readCurrencies, readCurrencyDesk, removeCurrency } from './operator.ts'
import { setMarketCurrency, marketOf } from './market-currency.ts'
import { setOrAskRates } from '../rates/asked.ts'
import { readSetting } from '../market/settings.ts'
import { actorOf, answered, reasoned } from '../operator/change.ts'

type CurrencyCalls =
  | 'operator.currencies'
  | 'operator.currency'
  | 'operator.ratesSet'
  | 'operator.currencyChoose'
  | 'operator.currencyRemove'

/** The operator's desk of currencies and rates. */
export const operatorCurrencyHandlers: HandlersFor<CurrencyCalls> = {
  'operator.currencies': async ({ db, now }) =>
    accepted({
      rates: await readCurrencies(db, now()),
      step: await readSetting(db, 'rateStep'),
      market: await marketOf(db, now()),
    }),
  'operator.currency': async ({ db }, { currency }) => accepted(await readCurrencyDesk(db, currency)),
  'operator.ratesSet': (call, input) =>
    reasoned(call, async () => accepted(await setOrAskRates(call.db, input, call.now(), call.user.id))),
  'operator.currencyChoose': (call, input) =>
    answered(call, () => setMarketCurrency(call.db, input, call.now(), actorOf(call))),
  'operator.currencyRemove': (call, { currency }) =>
    answered(call, () => removeCurrency(call.db, currency, actorOf(call))),
}
