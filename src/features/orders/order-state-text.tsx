import { useTranslation } from 'react-i18next'
import { knownOr } from '#contract/wire/open.ts'
import { stageOf } from '#contract/orders/stages.ts'
import { closeReasons, isOpenOrder, orderStates, paidState } from '#contract/orders/states.ts'
import type { OrderItem } from '#localdb/queries/orders/items.ts'
import { useReachable } from '../../data/use-status.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import styles from './orders.module.css'

/** Explains in a list a state for which a word is not enough: why an order is not placed yet, or who closed it. */
export function OrderStateText({ order }: { order: OrderItem }) {
  const text = useStateText({ ...order, paidAt: null })
  return text && order.reason !== 'buyer' ? <p className={styles.note}>{text}</p> : null
}

/** Tells where an order stands, and whose turn it is. */
export function OrderStateHint({ order }: { order: OrderItem }) {
  const { t } = useTranslation()
  const format = useFormat()
  const closed = useStateText(order)
  const { amount, currency } = order.due ?? { amount: order.total, currency: order.currency }
  const held = isOpenOrder(order.state) ? (order.held ?? amount) : amount - (order.refunded ?? 0)
  const values = { money: format.money(held, currency), shop: order.shopName || t('orders.thisStore') }
  const state = paidState(order.state)
  const stage = knownOr(['partlyShipped', 'partlyReceived', 'disputed'], stageOf(order), undefined)
  const text = stage
    ? t(`orders.${stage}Text`, values)
    : state === undefined
      ? closed
      : state === 'received' || state === 'assessed'
        ? t(order.pending > 0 ? 'orders.receivedWaits' : 'orders.receivedText', values)
        : t(`orders.${state}Text`, values)
  return text ? <p className={styles.note}>{text}</p> : null
}

function useStateText({ placing, paidAt, state: stated, reason: why }: OrderItem): string | undefined {
  const { t } = useTranslation()
  const reachable = useReachable()
  const state = knownOr(orderStates, stated, 'newer')
  const reason = why && knownOr(closeReasons, why, undefined)
  if (state === 'newer') return t('orders.newer')
  if (state === 'onDevice') {
    if (placing?.state === 'conflict') return undefined
    if (placing?.state === 'held') return t('orders.heldBack')
    if (placing?.state === 'unknown') return t('orders.checking')
    return t(reachable ? 'orders.goesOut' : 'orders.saved')
  }
  if (state !== 'cancelled' && state !== 'refunded') return undefined
  return [reason && t(`orders.closed.${reason}`), paidAt !== null && t('orders.paidBack')].filter(Boolean).join(' ')
}
