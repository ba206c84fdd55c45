import { useTranslation } from 'react-i18next'
import { orderItems } from '#localdb/queries/orders/items.ts'
import { useLive } from '../../data/use-live.ts'
import { OrderConflict } from '../../parts/orders/order-conflict.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import styles from './sync.module.css'

/**
 * The question that the server asks about an order before it places it: the price, the stock, or whether it still
 * holds.
 */
export function OrderQuestion({ id }: { id: string }) {
  const { t } = useTranslation()
  const order = useLive((db) => orderItems(db, { ids: [id] }), [id])?.[0]
  if (!order?.placing) return <Skeleton height="6rem" />
  return (
    <>
      <OrderConflict order={order} placing={order.placing} />
      <p className={styles.soft}>{t('sync.orderQuestion')}</p>
    </>
  )
}
