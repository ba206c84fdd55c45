import { useTranslation } from 'react-i18next'
import { textIn, type Texts } from '#contract/locales.ts'
import { useFormat } from './use-format.ts'

/** What a line is called, also when the catalogue on this device does not know it. */
export function useLineTitle(): (line: { id: number; title: Texts | undefined }) => string {
  const { t } = useTranslation()
  const { locale } = useFormat()
  return ({ id, title }) => (title && textIn(title, locale)) || t('cart.productFallback', { id })
}
