import { useTranslation } from 'react-i18next'
import type { FeeRates } from '#contract/market/fees.ts'
import { intl } from '../../ui/intl.ts'
import { useFormat } from '../format/use-format.ts'

/** The market's fee in words, and a higher one that is announced; undefined before the settings have arrived. */
export function useFeeText(fees: FeeRates | undefined): { fee: string; next: string | undefined } | undefined {
  const { t } = useTranslation()
  const { percent, locale } = useFormat()
  if (!fees) return undefined
  const say = (rate: number): string => percent(rate / 10_000)
  const { rate, next } = fees
  const date = next && intl('date', locale, { dateStyle: 'long' }).format(next.from)
  return {
    fee: rate === 0 ? t('fees.none') : t('fees.rate', { percent: say(rate) }),
    next: next ? t('fees.next', { percent: say(next.rate), date }) : undefined,
  }
}
