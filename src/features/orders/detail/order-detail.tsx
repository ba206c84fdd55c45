import MessageCircle from 'lucide-react/icons/message-circle'
import { useTranslation } from 'react-i18next'
import { readNotes } from '#contract/orders/line-notes.ts'
import type { OrderItem } from '#localdb/queries/orders/items.ts'
import { links } from '../../../links/links.ts'
import { CopyText } from '../../../parts/format/copy-text.tsx'
import { OrderConflict } from '../../../parts/orders/order-conflict.tsx'
import { OrderNumber } from '../../../parts/orders/order-number.tsx'
import { useClearOrder } from '../../../parts/orders/use-clear-order.ts'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { Card, Section } from '../../../ui/blocks/card.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { CancelUndo } from '../cancel-undo.tsx'
import { Countdown } from '../countdown.tsx'
import { OrderAddress } from './order-address.tsx'
import { OrderClock } from './order-clock.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderPapers } from './order-papers.tsx'
import { OrderParcels } from './order-parcels.tsx'
import { OrderProblems } from './order-problems.tsx'
import { OrderProgress } from './order-progress.tsx'
import { OrderRefunds } from './order-refunds.tsx'
import { OrderStateHint } from '../order-state-text.tsx'
import { OrderStateMark } from '../order-state.tsx'
import { OrderSumsTable } from './order-sums-table.tsx'
import styles from '../orders.module.css'
import { useAddresses } from '../../../parts/addresses/use-addresses.ts'

/** One order in full: where it stands, what is in it, where it goes. */
export function OrderDetail({ order }: { order: OrderItem }) {
  const { t } = useTranslation()
  const clear = useClearOrder(order)
  const notes = clear?.notes === undefined ? undefined : readNotes(clear.notes)
  const asked = order.placing?.state === 'conflict' ? order.placing : undefined
  // Parcels on their way come first, because they are what the person looks for.
  const underWay = order.state === 'shipped'
  return (
    <>
      {underWay && <OrderParcels order={order} />}
      <Card>
        <div className={styles.detail}>
          <div className={styles.head}>
            <OrderNumber order={order} />
            <OrderStateMark order={order} />
          </div>
          <OrderProgress order={order} />
          {order.cancelling ? <CancelUndo cancelling={order.cancelling} /> : <OrderStateHint order={order} />}
          {order.state === 'unpaid' && order.payBy !== null && <Countdown payBy={order.payBy} />}
          <OrderClock order={order} />
          {order.parcel && !order.parcels?.length && (
            <dl className={styles.sums}>
              <div className={styles.sum}>
                <dt>{t('orders.parcel')}</dt>
                <dd dir="auto">
                  <CopyText
                    text={order.parcel}
                    label={t('orders.copyTracking', { number: order.parcel })}
                    copied={t('orders.trackingCopied')}
                  />
                </dd>
              </div>
            </dl>
          )}
          {asked && <OrderConflict order={order} placing={asked} />}
        </div>
      </Card>
      <OrderProblems order={order} />
      {!underWay && <OrderParcels order={order} />}
      <OrderRefunds order={order} />
      <Card className={styles.headed}>
        <div className={styles.detail}>
          <div className={styles.head}>
            <h2 className={styles.store}>
              <a href={links.store(order.shopId)}>
                <bdi>{order.shopName || <Skeleton width="8rem" />}</bdi>
              </a>
            </h2>
            {order.state !== 'onDevice' && (
              <ButtonLink
                kind="quiet"
                small
                icon={<MessageCircle />}
                href={links.ask(order.shopId, { kind: 'order', id: order.id })}
              >
                {t('talks.ask')}
              </ButtonLink>
            )}
          </div>
          <OrderLines order={order} notes={notes} />
          {order.asked ? <p className={styles.note}>{t('orders.priceAskedText')}</p> : <OrderSumsTable order={order} />}
        </div>
      </Card>
      <Sealed clear={clear} />
      <OrderPapers order={order} />
    </>
  )
}

/** The sealed fields of an order: its delivery address, the buyer's number of it, and the note to the store. */
function Sealed({ clear }: { clear: OrderItem | null | undefined }) {
  const { t } = useTranslation()
  const addresses = useAddresses()
  if (clear === undefined) return <Skeleton height="6rem" />
  if (!clear) return <Notice tone="warn">{t('addresses.unreadable')}</Notice>
  return (
    <Card className={styles.headed}>
      <Section title={t('orders.address')}>
        <OrderAddress placed={clear.address} named={addresses?.items.find((a) => a.id === clear.addressId)} />
      </Section>
      {clear.poNumber && (
        <Section title={t('orders.poNumber')}>
          <p dir="auto">{clear.poNumber}</p>
        </Section>
      )}
      {clear.remark && (
        <Section title={t('orders.remark')}>
          <p dir="auto">{clear.remark}</p>
        </Section>
      )}
    </Card>
  )
}
