import { inCentre } from '#contract/messages/rules.ts'
import { offerOf } from '#contract/quotes/rules.ts'
import type { QuoteRow } from './change.ts'
import type { Notification } from '../messages/notify.ts'

/** A message about a quote: it names the store, the product, and the sum of an offer. */
export function quoteNotice(
  quote: QuoteRow,
  kind: 'quoteOffered' | 'quoteDeclined' | 'quoteExpired' | 'quoteClosed',
  at: number,
): Notification {
  const offer = kind === 'quoteOffered' ? offerOf(quote) : undefined
  const amount = offer?.lines.reduce((sum, { num, price }) => sum + num * (price ?? 0), 0)
  return {
    kind,
    at,
    subject: { kind: 'quote', id: quote.id },
    title: quote.title,
    values: { shop: quote.store_name, ...(amount !== undefined && { amount, currency: quote.currency }) },
  }
}

/** A message to a buyer about an order that a store drew up: the sum of all its products, and the first of them. */
export function drawnNotice(quotes: readonly QuoteRow[], at: number): Notification {
  const [first] = quotes as [QuoteRow, ...QuoteRow[]]
  const lines = quotes.flatMap((quote) => offerOf(quote)?.lines ?? [])
  return {
    kind: 'quoteDrawn',
    at,
    subject: { kind: 'quote', id: first.id },
    title: first.title,
    values: {
      shop: first.store_name,
      amount: lines.reduce((sum, { num, price }) => sum + num * (price ?? 0), 0),
      currency: first.currency,
    },
  }
}

/** A message to a store about a quote: somebody asks, or asks again, or the market has closed the request. */
export const requestNotice = (
  quote: QuoteRow,
  kind: 'storeAsked' | 'storeCountered' | 'storeRequestClosed',
  at: number,
): Notification => ({
  kind,
  at,
  subject: inCentre(quote.store_id, 'request', quote.uid),
  title: quote.title,
  values: { shop: quote.store_name },
})
