import { useTranslation } from 'react-i18next'
import { useFormat } from '../format/use-format.ts'

/** Says how many pieces of a line are back-ordered, and when those leave. */
export function BackOrdered({ back: { num, days } }: { back: { num: number; days: number } }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  return <>{t('backOrder.line', { count: days, n: number(num) })}</>
}
