import { useTranslation } from 'react-i18next'
import { exactTime } from '../../../ui/time.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'

/** Until when a product is at a reduced price, by the device's clock and place. */
export function DealEnd({ until }: { until: number }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  return <time dateTime={new Date(until).toISOString()}>{t('deal.until', { when: exactTime(until, locale) })}</time>
}
