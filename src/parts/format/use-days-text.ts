import { useTranslation } from 'react-i18next'
import type { TransitDays } from '#contract/shipping/terms.ts'
import { useFormat } from './use-format.ts'

/** How long something is under way: "2–4 days". */
export function useDaysText(): (days: TransitDays) => string {
  const { t } = useTranslation()
  const { number } = useFormat()
  return ({ least, most }) =>
    t('arrival.days', { count: most, n: least === most ? number(most) : `${number(least)}–${number(most)}` })
}
