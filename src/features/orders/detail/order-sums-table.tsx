import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/sync/schema-rows.ts'
import { Rates } from '../../../parts/money/rate-note.tsx'
import { usePaidCoins } from '../../../parts/money/use-coins.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useOrderMoney } from '../../../parts/orders/use-order-money.ts'
import { cx } from '../../../ui/cx.ts'
import styles from '../orders.module.css'

/** The sums of an order: goods, shipping, taxes, total; beside it what is paid, where that is in another currency. */
export function OrderSumsTable({ order }: { order: Order }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { goods, shipping, tax, taxIncluded, total, currency, rates } = useOrderMoney()(order)
  const { due } = order
  const paid = usePaidCoins()(order)
  const money = (amount: number) => format.money(amount, currency)
  return (
    <>
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
          <dd>{taxIncluded === undefined ? money(tax) : t('orders.taxesIncluded', { money: money(taxIncluded) })}</dd>
        </div>
        <div className={cx(styles.sum, styles.strong)}>
          <dt>{t('orders.total')}</dt>
          <dd>{money(total)}</dd>
        </div>
        {due && due.currency !== currency && (
          <div className={styles.sum}>
            <dt>{t('orders.due')}</dt>
            <dd>{format.money(due.amount, due.currency)}</dd>
          </div>
        )}
        {paid !== undefined && (
          <div className={styles.sum}>
            <dt>{t('orders.paidIn')}</dt>
            <dd>{paid}</dd>
          </div>
        )}
        {(rates.length > 0 || order.currency !== currency) && (
          <div className={styles.sum}>
            <dt>{t('orders.asPriced')}</dt>
            <dd>
              {format.money(order.total, order.currency)}
              <Rates rates={rates} />
            </dd>
          </div>
        )}
      </dl>
    </>
  )
}
