import { useTranslation } from 'react-i18next'
import type { PayRate } from '#contract/wallet/schema-pay.ts'
import { useNow } from '../../ui/time.tsx'
import { rateDecimal, timeOf } from './rate-note.tsx'
import { useFormat } from '../format/use-format.ts'
import { useMoney } from './use-money.tsx'

/** The rate of a coin and its time: "1 ETH = $3,000 · 12:04". */
export function CoinRateNote({ rate: { coin, numerator, denominator, at, fixed } }: { rate: PayRate }) {
  const { t } = useTranslation()
  const { coins, decimalMoney, locale } = useFormat()
  const { market } = useMoney()
  const now = useNow()
  return (
    <>
      <bdi dir="ltr">
        {coins('1', coin)} = {decimalMoney(rateDecimal(numerator / denominator), market)}
      </bdi>
      {' · '}
      {fixed ? t('pay.fixedRate') : now !== undefined && timeOf(at, now, locale)}
    </>
  )
}
