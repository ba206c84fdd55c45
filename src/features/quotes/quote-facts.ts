import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { knownOr } from '#contract/wire/open.ts'
import { quoteStates, stateAt } from '#contract/quotes/rules.ts'
import type { QuoteItem } from '#localdb/queries/quotes/items.ts'
import { useFormat } from '../../parts/format/use-format.ts'

/** The names of a quote: of its store, its product and its choices. */
export function useQuoteNames(): {
  shop(quote: QuoteItem): string
  title(quote: QuoteItem): string
  choice(quote: QuoteItem, variantId: number): string | undefined
} {
  const { t } = useTranslation()
  const { locale } = useFormat()
  return {
    shop: (quote) => quote.shopName || t('quotes.store'),
    title: (quote) => textIn(quote.title, locale) || t('messages.product'),
    choice: ({ choices }, variantId) => {
      const label = choices.find((c) => c.variantId === variantId)?.label
      return label ? textIn(label, locale) : variantId === 0 ? undefined : t('cart.variantFallback')
    },
  }
}

/** How a quote stands at a time (Unix ms), as far as this app knows the state. */
export const knownState = (quote: QuoteItem, now: number) => knownOr(quoteStates, stateAt(quote, now), 'newer')

/** Which of the quotes of an order says how the order stands: one that waits for the person, else an agreed one. */
export const leading = (group: readonly [QuoteItem, ...QuoteItem[]], now: number): QuoteItem =>
  group.find((quote) => knownState(quote, now) === 'offered') ??
  group.find((quote) => knownState(quote, now) === 'accepted') ??
  group[0]
