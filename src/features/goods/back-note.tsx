import { useTranslation } from 'react-i18next'

/** That a product can be ordered beyond its shelf, and when what is not there leaves. */
export function BackNote({ days }: { days: number }) {
  const { t } = useTranslation()
  return <>{t('backOrder.note', { count: days })}</>
}
