import { useTranslation } from 'react-i18next'
import { textIn, type Texts } from '#contract/text/locales.ts'
import { useFormat } from '../format/use-format.ts'

/** The title of an order's line within a sentence; "a product" while it is not known here. */
export function useLineTitle(): (line: { title: Texts | undefined }) => string {
  const { t } = useTranslation()
  const { locale } = useFormat()
  return ({ title }) => (title && textIn(title, locale)) || t('orders.thisProduct')
}
