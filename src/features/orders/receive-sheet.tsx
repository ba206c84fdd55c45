import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Parcel } from '#contract/reports/schema-parts.ts'
import type { OrderItem } from '#localdb/queries/orders/items.ts'
import { links } from '../../links/links.ts'
import { useReachable } from '../../data/use-status.ts'
import { OrderNumber } from '../../parts/orders/order-number.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import { Sheet } from '../../ui/layers/sheet.tsx'
import styles from './orders.module.css'

/**
 * Asks before the money leaves escrow, naming the amount and the store; who finds something wrong reads what is held
 * and what can happen next.
 */
export function ReceiveSheet({
  order,
  parcel,
  open,
  onClose,
  onRelease,
}: {
  order: OrderItem
  /** Only this one, and its share of the money. */
  parcel?: Parcel
  open: boolean
  onClose(): void
  onRelease(): void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const reachable = useReachable()
  const [wrong, setWrong] = useState(false)
  const { amount: all, currency } = order.due ?? { amount: order.total, currency: order.currency }
  const amount = parcel ? parcel.amount - parcel.refunded : (order.held ?? all)
  const values = { money: format.money(amount, currency), shop: order.shopName || t('orders.thisStore') }
  const close = () => {
    setWrong(false)
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={close}
      title={t(wrong ? 'orders.wrongTitle' : parcel ? 'orders.receiveParcelAsk' : 'orders.receiveAsk')}
      footer={
        <div className={styles.choices}>
          {wrong ? (
            <>
              {order.parcels && order.parcels.length > 0 && (
                <ButtonLink wide href={links.report(order.id, parcel?.n)}>
                  {t('orders.report')}
                </ButtonLink>
              )}
              <Button wide kind="secondary" onClick={close}>
                {t('orders.keepHeld')}
              </Button>
            </>
          ) : (
            <>
              <Button
                wide
                kind="accent"
                onClick={() => {
                  onClose()
                  onRelease()
                }}
              >
                {t('orders.release', values)}
              </Button>
              <Button wide kind="secondary" onClick={() => setWrong(true)}>
                {t('orders.wrong')}
              </Button>
            </>
          )}
        </div>
      }
    >
      <div className={styles.form}>
        {wrong ? (
          <>
            <p>{t('orders.wrongHeld', values)}</p>
            <OrderNumber order={order} />
          </>
        ) : (
          <>
            <p>{t(parcel ? 'orders.receiveParcelText' : 'orders.receiveText', values)}</p>
            {!reachable && <Notice>{t('orders.receiveOffline')}</Notice>}
          </>
        )}
      </div>
    </Sheet>
  )
}
