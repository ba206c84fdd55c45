import { useTranslation } from 'react-i18next'
import type { OrderItem } from '#localdb/queries/orders/items.ts'
import { links } from '../../../links/links.ts'
import { OrderNumber } from '../../../parts/orders/order-number.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useOrderMoney } from '../../../parts/orders/use-order-money.ts'
import { Card } from '../../../ui/blocks/card.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { LinePicture } from '../line-picture.tsx'
import { OrderStateMark } from '../order-state.tsx'
import styles from '../orders.module.css'

const PICTURES = 5

/** An order that was just made: store, number, pictures and total; `settled` once its state says something. */
export function SuccessOrder({ order, settled }: { order: OrderItem; settled: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { total, currency } = useOrderMoney()(order)
  return (
    <Card className={styles.headed}>
      <div className={styles.head}>
        <h2 className={styles.store}>
          <a href={links.order(order.id)}>
            <bdi>{order.shopName || <Skeleton width="8rem" />}</bdi>
          </a>
        </h2>
        {settled && <OrderStateMark order={order} />}
      </div>
      <a href={links.order(order.id)} className={styles.pictures} tabIndex={-1} aria-hidden="true">
        {order.lines.slice(0, PICTURES).map((line) => (
          <span key={`${line.id}:${line.variantId}`} className={styles.picture}>
            <LinePicture line={line} sizes="56px" />
          </span>
        ))}
      </a>
      <div className={styles.head}>
        {settled && <OrderNumber order={order} />}
        <strong className={styles.sumTotal}>
          {order.asked ? t('orders.priceAsked') : format.money(total, currency)}
        </strong>
      </div>
    </Card>
  )
}
