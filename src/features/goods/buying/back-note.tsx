import { useTranslation } from 'react-i18next'

/** Says that a product can be ordered beyond its shelf, and when those pieces leave. */
export function BackNote({ days }: { days: number }) {
  const { t } = useTranslation()
  return <>{t('backOrder.note', { count: days })}</>
}
