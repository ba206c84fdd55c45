import Check from 'lucide-react/icons/check'
import { useTranslation } from 'react-i18next'
import type { Open } from '#contract/rules/open.ts'
import type { OrderState } from '#contract/rules/order-states.ts'
import { cx } from '../../ui/cx.ts'
import styles from './orders.module.css'

const steps = ['placed', 'paid', 'shipped', 'received'] as const
/** The number of steps completed in each state; a closed order has no further steps. */
const behind: Partial<Record<string, number>> = {
  onDevice: 0,
  unpaid: 1,
  paid: 2,
  shipped: 3,
  received: 4,
  assessed: 4,
} satisfies Partial<Record<OrderState, number>>

/** The progress of an order. */
export function OrderProgress({ state }: { state: Open<OrderState> }) {
  const { t } = useTranslation()
  const done = behind[state]
  if (done === undefined) return null
  return (
    <ol className={styles.progress} aria-label={t('orders.progress')}>
      {steps.map((step, n) => {
        const text = t(`orders.step.${step}`)
        return (
          <li
            key={step}
            className={cx(styles.step, n < done && styles.done)}
            aria-current={n === done - 1 ? 'step' : undefined}
          >
            <span className={styles.dot} aria-hidden="true">
              {n < done && <Check />}
            </span>
            <span aria-hidden="true">{text}</span>
            <span className="visually-hidden">{n < done ? t('orders.stepDone', { step: text }) : text}</span>
          </li>
        )
      })}
    </ol>
  )
}
