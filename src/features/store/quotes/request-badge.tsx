import { useTranslation } from 'react-i18next'
import { knownOr } from '#contract/wire/open.ts'
import { quoteStates, stateAt } from '#contract/quotes/rules.ts'
import type { StoreQuoteItem } from '#localdb/queries/stores/answers.ts'
import { Badge } from '../../../ui/blocks/badge.tsx'
import { useNow } from '../../../ui/time.tsx'

const tones = {
  open: 'warn',
  offered: 'plain',
  accepted: 'good',
  declined: 'plain',
  withdrawn: 'plain',
  expired: 'plain',
  newer: 'plain',
} as const

/** How a request for a price stands, as its store says it. */
export function RequestBadge({ quote }: { quote: StoreQuoteItem }) {
  const { t } = useTranslation()
  const state = knownOr(quoteStates, stateAt(quote, useNow() ?? 0), 'newer')
  return <Badge tone={tones[state]}>{t(`asks.state.${state}`)}</Badge>
}
