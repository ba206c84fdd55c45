import Clock from 'lucide-react/icons/clock'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PAY_WITHIN } from '#contract/rules/order-states.ts'
import { useFormat } from '../../parts/use-format.ts'
import { cx } from '../../ui/cx.ts'
import { exactTime } from '../../ui/time.tsx'
import { durationText } from './duration.ts'
import styles from './orders.module.css'

const SOON_MS = 10 * 60_000

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

/** Milliseconds left, updated every second towards the end; undefined while the page is not yet running. */
function useLeft(until: number): number | undefined {
  const [now, setNow] = useState<number>()
  const soon = now !== undefined && until - now < SOON_MS + 60_000
  useEffect(() => {
    setNow(Date.now())
    const timer = window.setInterval(() => setNow(Date.now()), soon ? 1000 : 15_000)
    return () => window.clearInterval(timer)
  }, [soon])
  return now === undefined ? undefined : until - now
}
