import { useTranslation } from 'react-i18next'
import type { OrderItem } from '#localdb/queries/orders.ts'
import { links } from '../../app/links.ts'
import { OrderConflict } from '../../parts/order-conflict.tsx'
import { useFormat } from '../../parts/use-format.ts'
import { Card } from '../../ui/card.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { Countdown } from './countdown.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderLineRow } from './order-line-row.tsx'
import { OrderProgress } from './order-progress.tsx'
import { OrderStateMark, OrderStateText } from './order-state.tsx'
import styles from './orders.module.css'

const LINES = 3

/** An order in a list: its state, lines, total and actions. */
export function OrderCard({ order }: { order: OrderItem }) {
  const { t } = useTranslation()
  const format = useFormat()
  const shop = order.shopName || t('cart.shopFallback', { id: order.shopId })
  const more = order.lines.length - LINES
  const asked = order.placing?.state === 'conflict' ? order.placing : undefined
  return (
    <Card flush>
      <article className={styles.order} aria-label={t('orders.detailsOf', { shop })}>
        <header className={styles.head}>
          <div>
            <h2 className={styles.store}>
              <a href={links.order(order.id)}>
                <bdi>{shop}</bdi>
              </a>
            </h2>
            <p className={styles.soft}>
              <RelativeTime at={order.createdAt} />
            </p>
          </div>
          <OrderStateMark order={order} />
        </header>
        <OrderStateText order={order} />
        <OrderProgress state={order.state} />
        <ul className={styles.lines} aria-label={t('orders.lines', { shop })}>
          {order.lines.slice(0, LINES).map((line) => (
            <OrderLineRow key={`${line.id}:${line.variantId}`} line={line} currency={order.currency} />
          ))}
        </ul>
        {more > 0 && <p className={styles.soft}>{t('orders.moreLines', { n: format.number(more) })}</p>}
        {asked ? (
          <OrderConflict order={order} placing={asked} />
        ) : (
          <>
            <p className={styles.total}>
              <span>{t('orders.total')}</span> <strong>{format.money(order.total, order.currency)}</strong>
            </p>
            {order.state === 'unpaid' && order.payBy !== null && <Countdown payBy={order.payBy} />}
            <OrderActions order={order} details />
          </>
        )}
      </article>
    </Card>
  )
}
