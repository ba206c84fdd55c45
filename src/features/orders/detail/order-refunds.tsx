import { useTranslation } from 'react-i18next'
import { coinOf, isAsset } from '#contract/coins/assets.ts'
import { knownOr } from '#contract/wire/open.ts'
import { refundReasons } from '#contract/reports/refunds.ts'
import type { OrderItem } from '#localdb/queries/orders/items.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Card, Section } from '../../../ui/blocks/card.tsx'
import { RelativeTime } from '../../../ui/time.tsx'
import styles from '../orders.module.css'

/** The refunds of an order: when, why and how much. */
export function OrderRefunds({ order }: { order: OrderItem }) {
  const { t } = useTranslation()
  const format = useFormat()
  const refunds = order.refunds ?? []
  if (refunds.length === 0) return null
  const { currency } = order.due ?? order
  const total = refunds.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <Card className={styles.headed}>
      <Section title={t('orders.back.title')}>
        <dl className={styles.sums}>
          {refunds.map(({ amount, why, at, words }, n) => (
            <div key={n} className={styles.sum}>
              <dt>
                {t(`orders.back.${knownOr(refundReasons, why, 'newer')}`)} · <RelativeTime at={at} />
                {words && (
                  <span className={styles.reason} dir="auto">
                    {words}
                  </span>
                )}
              </dt>
              <dd>{format.money(amount, currency)}</dd>
            </div>
          ))}
          {refunds.length > 1 && (
            <div className={styles.sum}>
              <dt>{t('orders.back.total')}</dt>
              <dd>
                <strong>{format.money(total, currency)}</strong>
              </dd>
            </div>
          )}
        </dl>
        {order.coins && isAsset(order.coins.asset) && (
          <p className={styles.soft}>{t('orders.back.coins', { coin: coinOf(order.coins.asset) })}</p>
        )}
      </Section>
    </Card>
  )
}
