import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../parts/format/use-format.ts'
import { intl } from '../../ui/intl.ts'

/** Names that stand in a sentence. */
const SHOWN = 3

/** Writes names one after the other: the first of them, and how many more there are. */
export function useListed(): (names: readonly string[]) => string {
  const { t } = useTranslation()
  const { locale, number } = useFormat()
  return useCallback(
    (names) => {
      const shown = intl('list', locale, { type: 'unit', style: 'short' }).format(names.slice(0, SHOWN))
      return names.length > SHOWN ? t('areasDesk.more', { names: shown, n: number(names.length - SHOWN) }) : shown
    },
    [t, locale, number],
  )
}
