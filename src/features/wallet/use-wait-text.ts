import { useTranslation } from 'react-i18next'
import { useFormat } from '../../parts/format/use-format.ts'

/** Words for the time until a deposit is credited. */
export function useWaitText(): (seconds: number) => string {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (seconds) => {
    const minutes = Math.max(1, Math.ceil(seconds / 60))
    return t('recharge.wait', { n: number(minutes) })
  }
}
