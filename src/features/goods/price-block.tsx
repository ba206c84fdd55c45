import { useTranslation } from 'react-i18next'
import { ladderPrice } from '#contract/rules/ladder.ts'
import type { Product } from '#contract/schema/catalogue.ts'
import { Freshness } from '../../parts/freshness.tsx'
import { useFormat } from '../../parts/use-format.ts'
import { Badge } from '../../ui/badge.tsx'
import styles from './goods.module.css'
import { LadderTable } from './ladder-table.tsx'

/** The price at a quantity, the price ladder, and the age of both. */
export function PriceBlock({ product, quantity, at }: { product: Product; quantity: number; at: number | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className={styles.price}>
      <p className={styles.amount}>
        <strong>{format.money(ladderPrice(product.ladder, quantity), product.currency)}</strong>{' '}
        <span>{t('goods.each')}</span>
      </p>
      <Freshness at={at} />
      <LadderTable ladder={product.ladder} currency={product.currency} quantity={quantity} minimum={product.minimum} />
    </div>
  )
}

/** Stock, minimum order and units sold. */
export function Facts({ product }: { product: Product }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <ul className={styles.facts}>
      {product.stock === 0 ? (
        <li>
          <Badge tone="bad">{t('goods.outOfStock')}</Badge>
        </li>
      ) : (
        <li>{t('goods.inStock', { n: format.number(product.stock) })}</li>
      )}
      <li>{t('goods.minimum', { n: format.number(product.minimum) })}</li>
      {product.multiple > 1 && <li>{t('goods.multiple', { n: format.number(product.multiple) })}</li>}
      <li>{t('goods.sold', { n: format.number(product.sales) })}</li>
      <li>{t('goods.soldMonthly', { n: format.number(product.monthlySales) })}</li>
    </ul>
  )
}
