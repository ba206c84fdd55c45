import { offerOf } from '#contract/rules/quotes.ts'
import type { QuoteRow } from '../feed/quote-change.ts'
import type { Notice } from '../messages/notify.ts'

/** What a message about a quote names: the store, the product, and what an offer comes to. */
export function quoteNotice(
  quote: QuoteRow,
  kind: 'quoteOffered' | 'quoteDeclined' | 'quoteExpired',
  at: number,
): Notice {
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
