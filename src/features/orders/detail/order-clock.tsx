import { useTranslation } from 'react-i18next'
import { shipsBy } from '#contract/orders/stages.ts'
import type { OrderItem } from '#localdb/queries/orders/items.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { intl } from '../../../ui/intl.ts'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { useNow } from '../../../ui/time.tsx'
import styles from '../orders.module.css'

/** The times of an order: by when it should leave, that it is late, or when its money is released by itself. */
export function OrderClock({ order }: { order: OrderItem }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const { releaseAt, held, due, paidAt, shipBy } = order
  const date = (at: number) => intl('date', format.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
  const waits = order.state === 'paid' && order.stage !== 'disputed' && paidAt !== null
  if (waits && now !== undefined) {
    const by = shipsBy({ paidAt, shipBy })
    if (now > by) return <Notice tone="warn">{t('orders.late', { date: date(by) })}</Notice>
    return <p className={styles.note}>{t('orders.shipsBy', { date: date(by) })}</p>
  }
  if (!releaseAt || !held || !due || order.state !== 'shipped' || now === undefined) return null
  return (
    <p className={styles.note}>
      {t('orders.releases', {
        money: format.money(held, due.currency),
        shop: order.shopName || t('orders.thisStore'),
        date: date(releaseAt),
      })}
    </p>
  )
}
