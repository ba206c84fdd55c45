import { useTranslation } from 'react-i18next'
import type { QuoteItem } from '#localdb/queries/quotes/items.ts'
import { Badge } from '../../ui/blocks/badge.tsx'
import { useNow } from '../../ui/time.tsx'
import { knownState } from './quote-facts.ts'

const tones = {
  open: 'plain',
  offered: 'warn',
  accepted: 'good',
  declined: 'plain',
  withdrawn: 'plain',
  expired: 'plain',
  newer: 'plain',
} as const

/** How a quote stands, in a word. */
export function StateBadge({ quote }: { quote: QuoteItem }) {
  const { t } = useTranslation()
  const state = knownState(quote, useNow() ?? 0)
  return <Badge tone={tones[state]}>{t(`quotes.state.${state}`)}</Badge>
}
