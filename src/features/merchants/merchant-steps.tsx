import Check from 'lucide-react/icons/check'
import { useTranslation } from 'react-i18next'
import { PROMISES } from '#contract/market/promises.ts'
import { useSettings } from '../../data/use-settings.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import styles from './merchant-steps.module.css'

/** The three steps to selling (spec §2), with the one that the person is at (0 to 2; 3: all are done). */
export function MerchantSteps({ at }: { at: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { reviewLeast, reviewMost } = useSettings()?.promises ?? PROMISES
  const hours = { least: format.number(reviewLeast), most: format.number(reviewMost) }
  const wait =
    reviewLeast > 0 && reviewLeast < reviewMost ? t('merchant.step.wait', hours) : t('merchant.step.waitMost', hours)
  const steps = [t('merchant.step.documents'), wait, t('merchant.step.sell')]
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
