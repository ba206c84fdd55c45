import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderItem } from '#localdb/queries/orders/items.ts'
import { OrderConflict } from '../../../parts/orders/order-conflict.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useOrderMoney } from '../../../parts/orders/use-order-money.ts'
import { useOrderName } from '../../../parts/orders/use-order-name.ts'
import { cx } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { RelativeTime } from '../../../ui/time.tsx'
import { CancelUndo } from '../cancel-undo.tsx'
import { Countdown } from '../countdown.tsx'
import { LinePicture } from '../line-picture.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderStateText } from '../order-state-text.tsx'
import { OrderStateMark } from '../order-state.tsx'
import styles from './order-card.module.css'

const PICTURES = 4

interface OrderCardProps {
  order: OrderItem
  href: string
  /** Shown beside the list. */
  current?: boolean
  /** Without its actions, which stand beside the list. */
  brief?: boolean
  onOpen?(event: MouseEvent): void
}

/** An order in a list: store, number, state, pictures, total, and the next action. */
export function OrderCard({ order, href, current = false, brief = false, onOpen }: OrderCardProps) {
  const name = useOrderName()(order)
  const asked = order.placing?.state === 'conflict' ? order.placing : undefined
  return (
    <article className={cx(styles.card, current && styles.current)} aria-label={name}>
      <div className={styles.head}>
        <h2 className={styles.store}>
          <a
            href={href}
            className={styles.open}
            aria-current={current || undefined}
            data-order={order.id}
            onClick={onOpen}
          >
            <bdi>{order.shopName || <Skeleton width="8rem" />}</bdi>
          </a>
        </h2>
        <OrderStateMark order={order} />
      </div>
      <p className={styles.soft}>
        {order.number !== undefined && (
          <>
            <bdi>{order.number}</bdi> ·{' '}
          </>
        )}
        <RelativeTime at={order.createdAt} />
      </p>
      <Goods order={order} />
      {asked && !brief ? (
        <div className={styles.above}>
          <OrderConflict order={order} placing={asked} />
        </div>
      ) : order.cancelling ? (
        <div className={styles.above}>
          <CancelUndo cancelling={order.cancelling} />
        </div>
      ) : (
        !brief && <Next order={order} />
      )}
    </article>
  )
}

/** The pictures, the total and the number of pieces of an order. */
function Goods({ order }: { order: OrderItem }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { lines, asked } = order
  const { total, currency } = useOrderMoney()(order)
  const shown = lines.length > PICTURES ? PICTURES - 1 : lines.length
  const more = lines.length - shown
  const pieces = lines.reduce((sum, line) => sum + line.num, 0)
  return (
    <div className={styles.goods}>
      <span className={styles.pictures} aria-hidden="true">
        {lines.slice(0, shown).map((line) => (
          <span key={`${line.id}:${line.variantId}`} className={styles.picture}>
            <LinePicture line={line} sizes="48px" />
          </span>
        ))}
        {more > 0 && <span className={styles.more}>{t('orders.moreLines', { n: format.number(more) })}</span>}
      </span>
      <span className={styles.total}>
        <strong>{asked ? t('orders.priceAsked') : format.money(total, currency)}</strong>
        <span className={styles.soft}>{t('orders.pieces', { count: pieces, n: format.number(pieces) })}</span>
      </span>
    </div>
  )
}

/** The deadline or the state of an order, and the next action. */
function Next({ order }: { order: OrderItem }) {
  return (
    <div className={styles.next}>
      {order.state === 'unpaid' && order.payBy !== null ? (
        <Countdown payBy={order.payBy} />
      ) : (
        <OrderStateText order={order} />
      )}
      <OrderActions order={order} list />
    </div>
  )
}
