import { useTranslation } from 'react-i18next'
import { members } from '#localdb/queries/stores/centre.ts'
import type { StoreQuoteItem } from '#localdb/queries/stores/answers.ts'
import { useStoreLive } from '../../../data/stores/use-store.ts'
import { QuoteRounds } from '../../../parts/quotes/quote-rounds.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useChoiceName } from './request-lines.tsx'

/** The rounds of both sides as the store sees them, with the member of the store who spoke last. */
export function RequestRounds({ quote, clear }: { quote: StoreQuoteItem; clear: StoreQuoteItem | null | undefined }) {
  const { t } = useTranslation()
  const { money } = useFormat()
  const choice = useChoiceName(quote)
  const member = useStoreLive(members)?.find(({ id }) => id === quote.by)?.name
  return (
    <QuoteRounds
      {...{ quote, clear, member, choice }}
      store={t('centre.weSaid')}
      buyer={clear?.buyer ?? '\u00a0'}
      money={(price) => money(price, quote.currency)}
    />
  )
}
