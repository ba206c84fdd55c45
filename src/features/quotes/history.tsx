import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { QuoteItem } from '#localdb/queries/quotes/items.ts'
import { useUnsealed } from '../../data/use-unsealed.ts'
import { QuoteRounds } from '../../parts/quotes/quote-rounds.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { useMoney } from '../../parts/money/use-money.tsx'
import { useQuoteNames } from './quote-facts.ts'

/** The rounds of both sides as the buyer sees them, in the currency in which amounts are shown. */
export function QuoteHistory({ quote }: { quote: QuoteItem }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { shown } = useMoney()
  const { shop, choice } = useQuoteNames()
  const sealed = useMemo(() => [quote], [quote])
  const clear = useUnsealed(sealed, 'quotes')?.find((q) => q.id === quote.id)
  const money = (price: number): string => {
    const { amount, currency } = shown(price, quote.currency)
    return format.money(amount, currency)
  }
  return (
    <QuoteRounds
      {...{ quote, clear, money }}
      store={shop(quote)}
      buyer={t('talks.you')}
      choice={(variantId) => choice(quote, variantId)}
    />
  )
}
