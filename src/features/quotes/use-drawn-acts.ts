import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { offerOf } from '#contract/quotes/rules.ts'
import type { QuoteItem } from '#localdb/queries/quotes/items.ts'
import { links } from '../../links/links.ts'
import { useMutate, useMutateAll } from '../../data/use-mutate.ts'

/** The actions on an order that a store drew up. Each is one durable gesture over all its products. */
export interface DrawnActs {
  /** Accepts each product's offer: its lines go into the cart. */
  confirm(quotes: readonly QuoteItem[], done: 'quotes.confirmed' | 'quotes.againDone'): void
  /** Resolves to whether it was saved. */
  decline(quotes: readonly QuoteItem[], note: string): Promise<boolean>
}

/** The actions on an order as it is shown, so that a later round is not answered unseen. */
export function useDrawnActs(): DrawnActs {
  const { t } = useTranslation()
  const mutate = useMutate()
  const mutateAll = useMutateAll()
  const [, navigate] = useLocation()
  return {
    confirm(quotes, done) {
      const acts = quotes.map((quote) => {
        const { id, shopId, productId, currency, rounds } = quote
        const lines = (offerOf(quote)?.lines ?? []).map((line) => ({ ...line, price: line.price ?? 0 }))
        const payload = { id, round: rounds.length, shopId, productId, currency, lines }
        return { name: 'quote.accept' as const, payload }
      })
      void mutateAll(acts, {
        text: t(done),
        kind: 'good',
        action: { label: t('checkout.toCart'), run: () => navigate(links.cart) },
      })
    },
    decline: (quotes, note) =>
      mutate(
        'quote.decline',
        { quotes: quotes.map(({ id, rounds }) => ({ id, round: rounds.length })), note: note.trim() },
        { text: t('quotes.orderDeclined') },
      ),
  }
}
