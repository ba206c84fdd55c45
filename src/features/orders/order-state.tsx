import { useTranslation } from 'react-i18next'
import { knownOr } from '#contract/rules/open.ts'
import { closeReasons, orderStates, type OrderState } from '#contract/rules/order-states.ts'
import type { OrderItem } from '#localdb/queries/orders.ts'
import { SyncMark } from '../../parts/sync-mark.tsx'
import { Badge } from '../../ui/badge.tsx'
import styles from './orders.module.css'

const tones: Record<OrderState | 'newer', 'plain' | 'good' | 'warn' | 'bad' | 'brand'> = {
  onDevice: 'warn',
  unpaid: 'warn',
  paid: 'brand',
  shipped: 'brand',
  received: 'good',
  assessed: 'good',
  cancelled: 'plain',
  refunded: 'plain',
  newer: 'plain',
}

/** The state of an order in a word, with the clock while a change of it has not reached the server. */
export function OrderStateMark({ order }: { order: OrderItem }) {
  const { t } = useTranslation()
  const asked = order.placing?.state === 'conflict'
  const state = knownOr(orderStates, order.state, 'newer')
  return (
    <span className={styles.state}>
      {order.pending > 0 && !asked && <SyncMark />}
      <Badge tone={asked ? 'bad' : tones[state]}>{asked ? t('orders.needsYou') : t(`orders.state.${state}`)}</Badge>
    </span>
  )
}

/** Explains a state where a word is not enough: why an order is not sent yet, or why it is closed. */
export function OrderStateText({ order }: { order: OrderItem }) {
  const { t } = useTranslation()
  const { placing, paidAt } = order
  const state = knownOr(orderStates, order.state, 'newer')
  const reason = order.reason && knownOr(closeReasons, order.reason, undefined)
  if (state === 'onDevice' && placing?.state !== 'conflict') {
    const inQuestion = placing?.state === 'unknown' || placing?.state === 'sending'
    return (
      <p className={styles.note}>
        {inQuestion ? t('orders.checking') : placing?.state === 'held' ? t('orders.heldBack') : t('orders.saved')}
      </p>
    )
  }
  if (state === 'newer') return <p className={styles.note}>{t('orders.newer')}</p>
  if (state !== 'cancelled' && state !== 'refunded') return null
  return (
    <p className={styles.note}>
      {reason && t(`orders.closed.${reason}`)} {paidAt !== null && t('orders.paidBack')}
    </p>
  )
}
