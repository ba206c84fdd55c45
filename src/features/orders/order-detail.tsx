import { useTranslation } from 'react-i18next'
import { orderItems, type OrderItem } from '#localdb/queries/orders.ts'
import { useLive } from '../../data/use-live.ts'
import { OrderConflict } from '../../parts/order-conflict.tsx'
import { Screen } from '../../parts/screen.tsx'
import { useClearOrder } from '../../parts/use-clear-order.ts'
import { useFormat } from '../../parts/use-format.ts'
import { Card, Section } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { exactTime } from '../../ui/time.tsx'
import { Countdown } from './countdown.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderAddress } from './order-address.tsx'
import { OrderLineRow } from './order-line-row.tsx'
import { OrderProgress } from './order-progress.tsx'
import { OrderStateMark, OrderStateText } from './order-state.tsx'
import { OrderSumsTable } from './order-sums-table.tsx'
import { OrderUnknown } from './order-unknown.tsx'
import styles from './orders.module.css'
import { useAddresses } from '../../parts/use-addresses.ts'

/** One order in full. */
export function OrderDetail({ id }: { id: string }) {
  const { t } = useTranslation()
  const found = useLive((db) => orderItems(db, { ids: [id] }), [id])
  const order = found?.[0]
  if (!found)
    return (
      <Screen width="narrow">
        <Skeleton height="20rem" />
      </Screen>
    )
  if (!order) return <OrderUnknown />
  const asked = order.placing?.state === 'conflict' ? order.placing : undefined
  const shop = order.shopName || t('cart.shopFallback', { id: order.shopId })
  return (
    <Screen width="narrow" title={shop} foot={asked ? undefined : <OrderActions order={order} details={false} />}>
      <Card>
        <div className={styles.detail}>
          <div className={styles.head}>
            <p className={styles.store}>
              <bdi>{shop}</bdi>
            </p>
            <OrderStateMark order={order} />
          </div>
          <OrderStateText order={order} />
          <OrderProgress state={order.state} />
          {order.state === 'unpaid' && order.payBy !== null && <Countdown payBy={order.payBy} />}
          {asked && <OrderConflict order={order} placing={asked} />}
        </div>
      </Card>
      <Card>
        <div className={styles.detail}>
          <ul className={styles.lines} aria-label={t('orders.lines', { shop })}>
            {order.lines.map((line) => (
              <OrderLineRow key={`${line.id}:${line.variantId}`} line={line} currency={order.currency} />
            ))}
          </ul>
          <OrderSumsTable sums={order} currency={order.currency} due={order.due} />
        </div>
      </Card>
      <Sealed order={order} />
      <Times order={order} />
    </Screen>
  )
}

/** The sealed fields of an order: its delivery address, and the remark to the store. */
function Sealed({ order }: { order: OrderItem }) {
  const { t } = useTranslation()
  const addresses = useAddresses()
  const clear = useClearOrder(order)
  if (clear === undefined) return <Skeleton height="6rem" />
  if (!clear) return <Notice tone="warn">{t('addresses.unreadable')}</Notice>
  return (
    <Card className={styles.headed}>
      <Section title={t('orders.address')}>
        <OrderAddress placed={clear.address} named={addresses?.items.find((a) => a.id === clear.addressId)} />
      </Section>
      {clear.remark && (
        <Section title={t('orders.remark')}>
          <p dir="auto">{clear.remark}</p>
        </Section>
      )}
    </Card>
  )
}

function Times({ order }: { order: OrderItem }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const times = [
    ['placedAt', order.createdAt],
    ['paidAt', order.paidAt],
    ['shippedAt', order.shippedAt],
    ['receivedAt', order.receivedAt],
    ['closedAt', order.closedAt],
  ] as const
  return (
    <Card>
      <dl className={styles.sums}>
        {times.map(
          ([name, at]) =>
            at !== null && (
              <div key={name} className={styles.sum}>
                <dt>{t(`orders.${name}`)}</dt>
                <dd>{exactTime(at, locale)}</dd>
              </div>
            ),
        )}
        {order.parcel && (
          <div className={styles.sum}>
            <dt>{t('orders.parcel')}</dt>
            <dd dir="auto">{order.parcel}</dd>
          </div>
        )}
        <div className={styles.sum}>
          <dt>{t('orders.number')}</dt>
          <dd className={styles.number}>{order.id}</dd>
        </div>
      </dl>
    </Card>
  )
}
