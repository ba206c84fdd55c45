import { useTranslation } from 'react-i18next'
import { repaymentOf } from '#contract/loans/rules.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import styles from './loans.module.css'

/** The cost of a loan: instalments, interest and the total. */
export function RepaymentTable({
  amount,
  currency,
  months,
  rate,
}: {
  amount: number
  currency: string
  months: number
  rate: number
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const { first, last, interest, total } = repaymentOf({ amount, months, rate })
  const rows = [
    [t('loans.rate'), format.percent(rate / 10_000)],
    [t('loans.first'), format.money(first, currency)],
    ...(months > 1 ? [[t('loans.last'), format.money(last, currency)]] : []),
    [t('loans.interest'), format.money(interest, currency)],
    [t('loans.total'), format.money(total, currency)],
  ] as const
  return (
    <dl className={styles.figures} aria-label={t('loans.repayment')}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
