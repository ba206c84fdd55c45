import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canStill, type OrderEvent } from '#contract/orders/stages.ts'
import type { OrderItem } from '#localdb/queries/orders/items.ts'
import { links } from '../../../links/links.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import styles from '../orders.module.css'
import { ReceiveSheet } from '../receive-sheet.tsx'
import { useOrderActs } from '../use-order-acts.ts'

/** Whether each action is possible on an order now. */
function actionsOf(
  order: OrderItem,
): Record<'cancel' | 'cancelRest' | 'buyAgain' | 'receive' | 'review' | 'pay', boolean> {
  const can = (event: OrderEvent) => canStill(order, event)
  return {
    cancel: can('cancel') || order.placing?.unsent === true,
    cancelRest: can('cancelRest') && !order.cancelling,
    buyAgain: (order.receivedAt !== null || order.closedAt !== null) && !order.cancelling,
    receive: can('receive'),
    review: can('assess') || order.state === 'assessed',
    pay: can('pay'),
  }
}

/** Whether an order has actions of its own: one with a question has its answers instead. */
export const hasActions = (order: OrderItem): boolean =>
  order.placing?.state !== 'conflict' && Object.values(actionsOf(order)).some(Boolean)

/** The actions that an order's state allows; in a list only the next one, drawn small. */
export function OrderActions({ order, list = false }: { order: OrderItem; list?: boolean }) {
  const { t } = useTranslation()
  const acts = useOrderActs()
  const [asking, setAsking] = useState(false)
  const can = actionsOf(order)
  return (
    <div className={styles.actions}>
      {!list && can.cancel && (
        <Button kind="secondary" onClick={() => acts.cancel(order)}>
          {t('orders.cancel')}
        </Button>
      )}
      {!list && can.cancelRest && (
        <Button kind="secondary" onClick={() => acts.cancel(order)}>
          {t('orders.cancelRest')}
        </Button>
      )}
      {can.buyAgain && (
        <Button kind="secondary" small={list} onClick={() => acts.buyAgain(order)}>
          {t('orders.buyAgain')}
        </Button>
      )}
      {can.receive && (
        <>
          <Button small={list} onClick={() => setAsking(true)}>
            {t('orders.receive')}
          </Button>
          <ReceiveSheet
            order={order}
            open={asking}
            onClose={() => setAsking(false)}
            onRelease={() => acts.receive(order)}
          />
        </>
      )}
      {can.review && (!list || order.state !== 'assessed') && (
        <ButtonLink
          kind={order.state === 'assessed' ? 'secondary' : 'primary'}
          small={list}
          href={links.review(order.id)}
        >
          {t(order.state === 'assessed' ? 'orders.reviews' : 'orders.review')}
        </ButtonLink>
      )}
      {can.pay && (
        <ButtonLink small={list} href={links.pay([order.id])}>
          {t('orders.pay')}
        </ButtonLink>
      )}
    </div>
  )
}
