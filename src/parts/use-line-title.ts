import { useTranslation } from 'react-i18next'
import { textIn, type Texts } from '#contract/locales.ts'
import { useFormat } from './use-format.ts'

/** The title of a line, even when the catalogue on this device does not have its product. */
export function useLineTitle(): (line: { id: number; title: Texts | undefined }) => string {
  const { t } = useTranslation()
  const { locale } = useFormat()
  return ({ id, title }) => (title && textIn(title, locale)) || t('cart.productFallback', { id })
}
