import Clock from 'lucide-react/icons/clock'
import { useTranslation } from 'react-i18next'
import { PAY_WITHIN } from '#contract/orders/states.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { cx } from '../../ui/cx.ts'
import { exactTime } from '../../ui/time.tsx'
import { durationText } from './duration.ts'
import styles from './orders.module.css'
import { SOON_MS, useLeft } from './use-left.ts'

/** The time left until an unpaid order's stock is released. */
export function Countdown({ payBy }: { payBy: number }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const left = useLeft(payBy)
  if (left === undefined) return null
  // If the device's clock is off by hours the countdown would be nonsense: the time itself is shown instead.
  const text =
    left <= 0
      ? t('orders.payTimeOver')
      : t('orders.payWithin', {
          time: left > PAY_WITHIN + SOON_MS ? exactTime(payBy, locale) : durationText(left, locale),
        })
  return (
    <p role="timer" className={cx(styles.countdown, left < SOON_MS && styles.soon)}>
      <Clock aria-hidden="true" />
      <span>{text}</span>
    </p>
  )
}
