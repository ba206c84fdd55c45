import { useTranslation } from 'react-i18next'
import { intl } from '../../ui/intl.ts'
import { exactTime } from '../../ui/time.tsx'
import { useFormat } from '../format/use-format.ts'

/** The name of an order: its number, or its time until the server has given it a number. */
export function useOrderName(): (order: { number?: string | undefined; createdAt: number }) => string {
  const { t } = useTranslation()
  const { locale } = useFormat()
  return ({ number, createdAt }) => {
    if (number !== undefined) return number
    const today = new Date(createdAt).toDateString() === new Date().toDateString()
    const time = today ? intl('date', locale, { timeStyle: 'short' }).format(createdAt) : exactTime(createdAt, locale)
    return t('orders.ofTime', { time })
  }
}
