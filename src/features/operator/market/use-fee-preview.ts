import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../data/texts/use-language.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useMoney } from '../../../parts/money/use-money.tsx'
import { exactTime } from '../../../ui/time.tsx'
import { feePreview, type FeesNow } from './fee-preview.ts'

/** Says what a store would pay under a typed fee, and from when; undefined where there is nothing to say. */
export function useFeePreview(fees: FeesNow | undefined): (typed: string) => string | undefined {
  const { t } = useTranslation()
  const language = useLanguage()
  const { money } = useFormat()
  const { market } = useMoney()
  const [now] = useState(() => Date.now())
  return (typed) => {
    const preview = fees && feePreview(typed, fees, market, now)
    if (!preview) return undefined
    const amounts = { fee: money(preview.fee, market), order: money(preview.order, market) }
    if (preview.from === null) return t('operator.feeNow', amounts)
    const dated = { ...amounts, date: exactTime(preview.from, language) }
    return preview.waits ? t('operator.feeAgreed', dated) : t('operator.feeLater', dated)
  }
}
