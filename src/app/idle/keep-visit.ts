import type { i18n } from 'i18next'
import { marketIn } from '#contract/currencies/exchange.ts'
import type { SwMessage } from '#contract/sw-messages.ts'
import { ratesHere } from '#localdb/queries/catalogue/rates.ts'
import { chosenCurrency, lastMarket } from '../../data/device/currency.ts'
import { currentReaders } from '../../data/worker/readers.ts'
import { exactTime } from '../../ui/time.tsx'
import { publicAddress } from '../public-address.ts'
import { routeAt } from '../routes.ts'

// Prepares the next visit: it starts quickly, and works without a network.

const tell = (message: SwMessage): void => navigator.serviceWorker.controller?.postMessage(message)

/** Has the service worker keep the pictures that came before it did, or from the memory of the page before. */
export function keepPictures(): void {
  // Only resources that came through the service worker have a `workerStart`.
  const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const past = loaded.filter(({ workerStart }) => workerStart === 0)
  const paths = past.map(({ name }) => new URL(name).pathname).filter((path) => path.startsWith('/media/'))
  tell({ type: 'KEEP_PICTURES', paths })
}

/** Has the service worker keep the documents of home and of the screen with which this visit began. */
export async function keepDocuments({ language, t }: i18n): Promise<void> {
  const { pathname, search } = new URL(performance.getEntriesByType('navigation')[0]?.name ?? location.href)
  const addresses = new Set(['/', publicAddress(routeAt(pathname).path, pathname, search) ?? '/'])
  const age = t('sync.updated', { when: exactTime(Date.now(), language) })
  const readers = currentReaders()
  const rates = readers ? await ratesHere(readers) : []
  const market = rates.length > 0 ? marketIn(rates) : lastMarket()
  const currency = chosenCurrency() ?? market
  for (const address of addresses) tell({ type: 'KEEP_DOCUMENT', address, language, currency, market, age })
}
