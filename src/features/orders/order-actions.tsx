import { useTranslation } from 'react-i18next'
import { nextOrderState } from '#contract/rules/order-states.ts'
import type { OrderItem } from '#localdb/queries/orders.ts'
import { links } from '../../app/links.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import styles from './orders.module.css'
import { useOrderActs } from './use-order-acts.ts'

/** The actions that an order's state allows; `details` links to the whole order. */
export function OrderActions({ order, details }: { order: OrderItem; details: boolean }) {
  const { t } = useTranslation()
  const acts = useOrderActs()
  const can = (event: 'pay' | 'cancel' | 'receive') => nextOrderState(order.state, event) !== undefined
  const ended = order.receivedAt !== null || order.closedAt !== null
  return (
    <div className={styles.actions}>
      {details && (
        <ButtonLink kind="quiet" href={links.order(order.id)}>
          {t('orders.details')}
        </ButtonLink>
      )}
      {(can('cancel') || order.placing?.unsent) && (
        <Button kind="secondary" onClick={() => acts.cancel(order)}>
          {t('orders.cancel')}
        </Button>
      )}
      {ended && (
        <Button kind="secondary" onClick={() => acts.buyAgain(order)}>
          {t('orders.buyAgain')}
        </Button>
      )}
      {can('receive') && <Button onClick={() => acts.receive(order)}>{t('orders.receive')}</Button>}
      {can('pay') && <ButtonLink href={links.pay([order.id])}>{t('orders.pay')}</ButtonLink>}
    </div>
  )
}
