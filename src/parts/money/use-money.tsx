import { createContext, useContext, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import {
  convert,
  FIRST_CURRENCY,
  marketIn,
  ratesIn,
  type KeptRate,
  type Rate,
  type RateOf,
} from '#contract/currencies/exchange.ts'
import { ratesHere } from '#localdb/queries/catalogue/rates.ts'
import { chosenCurrency, lastMarket, onCurrency } from '../../data/device/currency.ts'
import { SnapshotContext } from '../../data/document/snapshot.ts'
import { useLive } from '../../data/use-live.ts'
import { useWant } from '../../data/use-want.ts'

/** The currency that amounts are shown in, and the way to convert them. */
export interface MoneyView {
  /** The currency that comes first. */
  currency: string
  /** The market's currency. */
  market: string
  /** The other currencies' rates, in it. */
  rates: readonly Rate[]
  rateOf: RateOf
  /** An amount as it is shown first: converted, or as it is where there is no rate. */
  shown(amount: number, currency: string): { amount: number; currency: string }
}

function viewOf(currency: string, market: string, kept: readonly KeptRate[]): MoneyView {
  const rates = kept.filter((rate) => !rate.market)
  const rateOf = ratesIn(rates, market)
  return {
    currency,
    market,
    rates,
    rateOf,
    shown(amount, from) {
      const converted = convert(amount, from, currency, rateOf)
      return converted === undefined ? { amount, currency: from } : { amount: converted, currency }
    },
  }
}

const MoneyContext = createContext(viewOf(FIRST_CURRENCY, FIRST_CURRENCY, []))

/** How this device shows amounts. */
export const useMoney = (): MoneyView => useContext(MoneyContext)

const no = (): boolean => false

/**
 * Hands down how amounts are shown: in the document's currency as long as the document stands, then in the one that was
 * chosen on this device, or the market's.
 */
export function MoneyProvider({ children }: { children: ReactNode }) {
  const { currency: document, takeover } = useContext(SnapshotContext)
  const over = useSyncExternalStore(takeover.subscribe, takeover.over, no)
  const chosen = useSyncExternalStore(onCurrency, chosenCurrency, chosenCurrency)
  const rates = useLive(ratesHere, [])
  useWant('catalogue.rates', {}, rates?.length === 0)
  const market = rates?.length ? marketIn(rates) : lastMarket()
  const currency = over ? (chosen ?? market) : document
  const view = useMemo(() => viewOf(currency, market, rates ?? []), [currency, market, rates])
  return <MoneyContext value={view}>{children}</MoneyContext>
}
