import { useTranslation } from 'react-i18next'
import type { OrderItem } from '#localdb/queries/orders/items.ts'
import styles from '../../parts/invoices/paper.module.css'
import { Rates } from '../../parts/money/rate-note.tsx'
import { usePaidCoins } from '../../parts/money/use-coins.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { cx } from '../../ui/cx.ts'
import { exactTime } from '../../ui/time.tsx'

/** The sums of a printed order in its own currency, what was or will be paid, and by which rate. */
export function PaperSums({ order }: { order: OrderItem }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { goods, shipping, tax, taxIncluded, total, currency, due, rate, paidAt, state } = order
  const coins = usePaidCoins()(order)
  const rows: [string, string][] = [
    [t('orders.goods'), format.money(goods, currency)],
    [t('orders.shipping'), shipping === 0 ? t('orders.free') : format.money(shipping, currency)],
    [
      t('orders.taxes'),
      taxIncluded === undefined
        ? format.money(tax, currency)
        : t('orders.taxesIncluded', { money: format.money(taxIncluded, currency) }),
    ],
  ]
  const settled = due ?? { amount: total, currency }
  const amount = format.money(settled.amount, settled.currency)
  const backAt = state === 'refunded' || (state === 'cancelled' && paidAt !== null) ? order.closedAt : null
  return (
    <div className={styles.end}>
      <dl className={styles.sums}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>{t('orders.total')}</dt>
          <dd>{format.money(total, currency)}</dd>
        </div>
        {settled.currency !== currency && (
          <div>
            <dt>{t('orders.due')}</dt>
            <dd>
              {amount} {rate && <Rates rates={[rate]} />}
            </dd>
          </div>
        )}
      </dl>
      <p className={cx(styles.settled, paidAt !== null && styles.done)}>
        {paidAt === null
          ? t('papers.notPaid', { amount })
          : t('papers.settled', { amount, time: exactTime(paidAt, format.locale) })}
        {backAt !== null && ` ${t('papers.paidBack', { time: exactTime(backAt, format.locale) })}`}
        {coins !== undefined && (
          <>
            <br />
            {t('papers.inCoins', { coins })}
          </>
        )}
      </p>
    </div>
  )
}
