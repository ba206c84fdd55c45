import { useTranslation } from 'react-i18next'
import type { LoanTerms } from '#contract/loans/rules.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { Card } from '../../ui/blocks/card.tsx'
import { intl } from '../../ui/intl.ts'
import styles from './loans.module.css'

/** The terms of a loan, and the warning that nobody asks for a fee. */
export function LoanTermsCard({ terms }: { terms: LoanTerms }) {
  const { t } = useTranslation()
  const format = useFormat()
  const months = intl('list', format.locale, { type: 'disjunction' }).format(terms.months.map((n) => format.number(n)))
  return (
    <Card className={styles.card}>
      <h2 className={styles.title}>{t('loans.terms')}</h2>
      <dl className={styles.figures}>
        <div>
          <dt>{t('loans.amount')}</dt>
          <dd>
            {t('loans.range', {
              least: format.money(terms.least, terms.currency),
              most: format.money(terms.most, terms.currency),
            })}
          </dd>
        </div>
        <div>
          <dt>{t('loans.term')}</dt>
          <dd>{t('loans.months', { count: terms.months.at(-1)!, n: months })}</dd>
        </div>
        <div>
          <dt>{t('loans.rate')}</dt>
          <dd>{format.percent(terms.rate / 10_000)}</dd>
        </div>
      </dl>
      <p>{t('loans.noFee')}</p>
      <p className={styles.soft}>{t('loans.notOurs')}</p>
    </Card>
  )
}
