import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nextOrderState } from '#contract/rules/order-states.ts'
import type { OrderItem } from '#localdb/queries/orders.ts'
import { links } from '../../app/links.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import styles from './orders.module.css'
import { ReceiveSheet } from './receive-sheet.tsx'
import { useOrderActs } from './use-order-acts.ts'

/** The actions that an order's state allows; in a list only the next one, drawn small. */
export function OrderActions({ order, list = false }: { order: OrderItem; list?: boolean }) {
  const { t } = useTranslation()
  const acts = useOrderActs()
  const [asking, setAsking] = useState(false)
  const can = (event: 'pay' | 'cancel' | 'receive') => nextOrderState(order.state, event) !== undefined
  const ended = (order.receivedAt !== null || order.closedAt !== null) && !order.cancelling
  return (
    <div className={styles.actions}>
      {!list && (can('cancel') || order.placing?.unsent) && (
        <Button kind="secondary" onClick={() => acts.cancel(order)}>
          {t('orders.cancel')}
        </Button>
      )}
      {ended && (
        <Button kind="secondary" small={list} onClick={() => acts.buyAgain(order)}>
          {t('orders.buyAgain')}
        </Button>
      )}
      {can('receive') && (
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
      {can('pay') && (
        <ButtonLink small={list} href={links.pay([order.id])}>
          {t('orders.pay')}
        </ButtonLink>
      )}
    </div>
  )
}
