import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import type { OrderItem } from '#localdb/queries/orders/items.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { cx } from '../../../ui/cx.ts'
import { intl } from '../../../ui/intl.ts'
import { exactTime } from '../../../ui/time.tsx'
import { progressOf } from './progress-of.ts'
import styles from '../orders.module.css'

/** The progress of an order, each step with the time at which it was taken. */
export function OrderProgress({ order }: { order: OrderItem }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const steps = progressOf(order)
  const done = steps.filter((step) => step.done).length
  return (
    <ol className={styles.progress} aria-label={t('orders.progress')}>
      {steps.map(({ name, done: taken, at }, n) => {
        const closing = name === 'cancelled' || name === 'refunded'
        const text = closing ? t(`orders.state.${name}`) : t(`orders.step.${name}`)
        return (
          <li
            key={name}
            className={cx(styles.step, taken && styles.done, closing && styles.closing)}
            aria-current={n === done - 1 ? 'step' : undefined}
          >
            <span className={styles.dot} aria-hidden="true">
              {closing ? <X /> : taken && <Check />}
            </span>
            <span aria-hidden="true">{text}</span>
            <span className="visually-hidden">{taken ? t('orders.stepDone', { step: text }) : text}</span>
            {at !== null && (
              <time className={styles.at} dateTime={new Date(at).toISOString()} title={exactTime(at, locale)}>
                <span>{intl('date', locale, { day: 'numeric', month: 'short' }).format(at)}</span>
                <span>{intl('date', locale, { timeStyle: 'short' }).format(at)}</span>
              </time>
            )}
          </li>
        )
      })}
    </ol>
  )
}
