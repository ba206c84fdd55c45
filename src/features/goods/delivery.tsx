import { useTranslation } from 'react-i18next'
import type { ProductDetail } from '#contract/schema/catalogue.ts'
import { useFormat } from '../../parts/use-format.ts'
import styles from './goods.module.css'

/** Shipping, taxes and delivery time. */
export function Delivery({ detail }: { detail: ProductDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <dl className={styles.terms}>
      <dt>{t('goods.shipping')}</dt>
      <dd>
        {detail.shipping === 0 ? (
          t('goods.free')
        ) : (
          <>
            {format.money(detail.shipping, detail.product.currency)}{' '}
            <span className={styles.soft}>{t('goods.perOrder')}</span>
          </>
        )}
      </dd>
      <dt>{t('goods.taxes')}</dt>
      <dd>
        {detail.taxBasisPoints === 0
          ? t('goods.noTaxes')
          : t('goods.ofGoods', { rate: format.percent(detail.taxBasisPoints / 10_000) })}
      </dd>
      <dt>{t('goods.dispatch')}</dt>
      <dd>{t('goods.dispatchText')}</dd>
    </dl>
  )
}
