import { useTranslation } from 'react-i18next'
import { useFormat } from '../../parts/use-format.ts'
import { cx } from '../../ui/cx.ts'
import { sumTotal, type Sum } from './cart-sums.ts'
import styles from './cart.module.css'

/** The totals of ticked lines in one currency: goods, shipping, taxes and, if asked, the sum. */
export function SumRows({ sum, total }: { sum: Sum; total?: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const money = (amount: number) => format.money(amount, sum.currency)
  const shipping = sum.shipping === 0 ? t('cart.free') : money(sum.shipping)
  return (
    <>
      <div className={styles.sum}>
        <dt>{t('cart.subtotal')}</dt>
        <dd>{money(sum.goods)}</dd>
      </div>
      <div className={styles.sum}>
        <dt>{t('cart.shipping')}</dt>
        <dd>
          {!sum.unknownTerms
            ? shipping
            : sum.shipping === 0
              ? t('cart.shippingUnknown')
              : t('cart.shippingPartly', { known: shipping })}
        </dd>
      </div>
      {sum.taxes > 0 && (
        <div className={styles.sum}>
          <dt>{t('cart.taxes')}</dt>
          <dd>{money(sum.taxes)}</dd>
        </div>
      )}
      {total && (
        <div className={cx(styles.sum, styles.strong)}>
          <dt>{t('cart.total')}</dt>
          <dd>{money(sumTotal(sum))}</dd>
        </div>
      )}
    </>
  )
}
