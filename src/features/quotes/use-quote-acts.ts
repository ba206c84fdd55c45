import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { offerOf } from '#contract/quotes/rules.ts'
import type { Payload } from '#contract/registry.ts'
import type { QuoteItem } from '#localdb/queries/quotes/items.ts'
import { links } from '../../links/links.ts'
import { useMutate } from '../../data/use-mutate.ts'

/** The actions on a quote. Each is one durable gesture. */
export interface QuoteActs {
  accept(done: 'quotes.accepted' | 'quotes.againDone'): void
  /** Withdraws a request, or declines an offer. */
  close(done: 'quotes.withdrawnDone' | 'quotes.declinedDone'): void
  /** Resolves to whether it was saved. */
  counter(wish: Pick<Payload<'quote.counter'>, 'lines' | 'target' | 'note'>): Promise<boolean>
}

/** The actions on a quote as it is shown, so that a later round is not answered unseen. */
export function useQuoteActs(quote: QuoteItem): QuoteActs {
  const { t } = useTranslation()
  const mutate = useMutate()
  const [, navigate] = useLocation()
  const { id, shopId, productId, currency } = quote
  const round = quote.rounds.length
  return {
    accept(done) {
      const lines = (offerOf(quote)?.lines ?? []).map(({ variantId, num, price }) => ({
        variantId,
        num,
        price: price ?? 0,
      }))
      void mutate(
        'quote.accept',
        { id, round, shopId, productId, currency, lines },
        { text: t(done), kind: 'good', action: { label: t('checkout.toCart'), run: () => navigate(links.cart) } },
      )
    },
    close(done) {
      void mutate('quote.close', { id, round }, { text: t(done) })
    },
    counter: (wish) => mutate('quote.counter', { id, round, ...wish }, { text: t('quotes.counterSent'), kind: 'good' }),
  }
}
