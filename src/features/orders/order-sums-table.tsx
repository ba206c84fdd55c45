import { useTranslation } from 'react-i18next'
import type { Rate } from '#contract/rules/exchange.ts'
import { Rates } from '../../parts/rate-note.tsx'
import { useFormat } from '../../parts/use-format.ts'
import { cx } from '../../ui/cx.ts'
import styles from './orders.module.css'

interface OrderSumsTableProps {
  sums: { goods: number; shipping: number; tax: number; total: number }
  currency: string
  /** The total in the balance's currency, when that is another. */
  due?: { amount: number; currency: string } | null
  /** The rate by which that was reckoned. */
  rate?: Rate | null | undefined
}

/** The sums of an order: goods, shipping, taxes, total. */
export function OrderSumsTable({ sums: { goods, shipping, tax, total }, currency, due, rate }: OrderSumsTableProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const money = (amount: number) => format.money(amount, currency)
  return (
    <dl className={styles.sums}>
      <div className={styles.sum}>
        <dt>{t('orders.goods')}</dt>
        <dd>{money(goods)}</dd>
      </div>
      <div className={styles.sum}>
        <dt>{t('orders.shipping')}</dt>
        <dd>{shipping === 0 ? t('orders.free') : money(shipping)}</dd>
      </div>
      <div className={styles.sum}>
        <dt>{t('orders.taxes')}</dt>
        <dd>{money(tax)}</dd>
      </div>
      <div className={cx(styles.sum, styles.strong)}>
        <dt>{t('orders.total')}</dt>
        <dd>{money(total)}</dd>
      </div>
      {due && due.currency !== currency && (
        <div className={styles.sum}>
          <dt>{t('orders.due')}</dt>
          <dd>
            {format.money(due.amount, due.currency)}
            {rate && <Rates rates={[rate]} />}
          </dd>
        </div>
      )}
    </dl>
  )
}
