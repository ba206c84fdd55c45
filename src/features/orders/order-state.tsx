import { useTranslation } from 'react-i18next'
import type { OrderState } from '#contract/order-states.ts'
import type { OrderItem } from '#localdb/queries/orders.ts'
import { SyncMark } from '../../parts/sync-mark.tsx'
import { Badge } from '../../ui/badge.tsx'
import styles from './orders.module.css'

const tones: Record<OrderState, 'plain' | 'good' | 'warn' | 'bad' | 'brand'> = {
  onDevice: 'warn',
  unpaid: 'warn',
  paid: 'brand',
  shipped: 'brand',
  received: 'good',
  assessed: 'good',
  cancelled: 'plain',
  refunded: 'plain',
}

/** The state of an order in a word, with the clock while a change of it is not at the shop yet. */
export function OrderStateMark({ order }: { order: OrderItem }) {
  const { t } = useTranslation()
  const asked = order.placing?.state === 'conflict'
  return (
    <span className={styles.state}>
      {order.pending > 0 && !asked && <SyncMark />}
      <Badge tone={asked ? 'bad' : tones[order.state]}>
        {asked ? t('orders.needsYou') : t(`orders.state.${order.state}`)}
      </Badge>
    </span>
  )
}

/** What the state means where a word is not enough: where an unsent order stands, why a closed one is closed. */
export function OrderStateText({ order }: { order: OrderItem }) {
  const { t } = useTranslation()
  const { state, placing, reason, paidAt } = order
  if (state === 'onDevice' && placing?.state !== 'conflict') {
    const inQuestion = placing?.state === 'unknown' || placing?.state === 'sending'
    return (
      <p className={styles.note}>
        {inQuestion ? t('orders.checking') : placing?.state === 'held' ? t('orders.heldBack') : t('orders.saved')}
      </p>
    )
  }
  if (state !== 'cancelled' && state !== 'refunded') return null
  return (
    <p className={styles.note}>
      {reason && t(`orders.closed.${reason}`)} {paidAt !== null && t('orders.paidBack')}
    </p>
  )
}
