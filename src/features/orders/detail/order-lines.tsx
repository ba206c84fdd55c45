import { useTranslation } from 'react-i18next'
import { noteKey } from '#contract/orders/line-notes.ts'
import type { OrderItem } from '#localdb/queries/orders/items.ts'
import { useOrderMoney } from '../../../parts/orders/use-order-money.ts'
import { OrderLineRow } from './order-line-row.tsx'
import styles from '../orders.module.css'

interface OrderLinesProps {
  order: OrderItem
  /** The notes on its lines; undefined while they are sealed. */
  notes: ReadonlyMap<string, string> | undefined
}

/** The lines of an order: a list on a phone, the columns of a table where there is room. */
export function OrderLines({ order, notes }: OrderLinesProps) {
  const { t } = useTranslation()
  const { units, lines: amounts, currency } = useOrderMoney()(order)
  return (
    <div className={styles.table}>
      <p className={styles.columns} aria-hidden="true">
        <span>{t('orders.product')}</span>
        <span>{t('orders.quantity')}</span>
        <span>{t('orders.amount')}</span>
      </p>
      <ul className={styles.lines} aria-label={t('orders.lines', { shop: order.shopName })}>
        {order.lines.map((line, n) => (
          <OrderLineRow
            key={noteKey(line)}
            line={line}
            price={order.asked ? undefined : { unit: units[n]!, amount: amounts[n]!, currency }}
            note={notes?.get(noteKey(line))}
          />
        ))}
      </ul>
    </div>
  )
}
