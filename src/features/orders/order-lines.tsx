import { useTranslation } from 'react-i18next'
import type { OrderItem } from '#localdb/queries/orders.ts'
import { OrderLineRow } from './order-line-row.tsx'
import styles from './orders.module.css'

/** What is in an order: a list on a phone, the columns of a table where there is room. */
export function OrderLines({ order: { lines, shopName, currency } }: { order: OrderItem }) {
  const { t } = useTranslation()
  return (
    <div className={styles.table}>
      <p className={styles.columns} aria-hidden="true">
        <span>{t('orders.product')}</span>
        <span>{t('orders.quantity')}</span>
        <span>{t('orders.amount')}</span>
      </p>
      <ul className={styles.lines} aria-label={t('orders.lines', { shop: shopName })}>
        {lines.map((line) => (
          <OrderLineRow key={`${line.id}:${line.variantId}`} line={line} currency={currency} />
        ))}
      </ul>
    </div>
  )
}
