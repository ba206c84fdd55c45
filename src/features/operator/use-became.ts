import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../data/texts/use-language.ts'
import { exactTime } from '../../ui/time.tsx'
import type { ToastMessage } from '../../ui/layers/toast.tsx'

/** Words for an act that was done, or that waits for another operator or for the time at which one may do it alone. */
export function useBecame(): (answer: object, done?: string) => ToastMessage {
  const { t } = useTranslation()
  const language = useLanguage()
  return (answer, done = t('operator.done')) => {
    const { became, aloneFrom } = answer as { became?: string; aloneFrom?: number }
    if (became !== 'waits') return { text: done, kind: 'good' }
    if (aloneFrom === undefined) return { text: t('operator.waits') }
    return { text: t('operator.waitsAlone', { time: exactTime(aloneFrom, language) }) }
  }
}
