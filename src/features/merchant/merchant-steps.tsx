import Check from 'lucide-react/icons/check'
import { useTranslation } from 'react-i18next'
import { REVIEW_HOURS_LEAST, REVIEW_HOURS_MOST } from '#contract/rules/merchant-states.ts'
import { useFormat } from '../../parts/use-format.ts'
import styles from './merchant-steps.module.css'

/** The three steps to selling (spec §2), with the one that the person is at (0 to 2; 3: all are done). */
export function MerchantSteps({ at }: { at: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const hours = { least: format.number(REVIEW_HOURS_LEAST), most: format.number(REVIEW_HOURS_MOST) }
  const steps = [t('merchant.step.documents'), t('merchant.step.wait', hours), t('merchant.step.sell')]
  return (
    <ol className={styles.steps}>
      {steps.map((step, n) => (
        <li
          key={step}
          className={styles.step}
          data-done={n < at || undefined}
          aria-current={n === at ? 'step' : undefined}
        >
          <span className={styles.stepMark} aria-hidden="true">
            {n < at ? <Check /> : format.number(n + 1)}
          </span>
          <span>
            {step}
            {n < at && <span className="visually-hidden"> {t('merchant.step.done')}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
