import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/schema/catalogue.ts'
import { later } from '../../data/later.tsx'
import { usePerson } from '../../data/use-person.ts'
import { Freshness } from '../../parts/freshness.tsx'
import { Price } from '../../parts/price.tsx'
import { RateNote } from '../../parts/rate-note.tsx'
import { useFormat } from '../../parts/use-format.ts'
import { unitPrice } from './choosing.ts'
import styles from './goods.module.css'

const PriceBell = later('price-bell', async () => (await import('./price-bell-later.tsx')).PriceBell)

/** The price at a quantity, and its age; beside it the bell that tells when it falls. */
export function PriceBlock({ product, quantity, at }: { product: Product; quantity: number; at: number | undefined }) {
  const { t } = useTranslation()
  const person = usePerson()
  return (
    <div className={styles.price}>
      <span className={styles.bell}>{person && <PriceBell product={product} />}</span>
      <p className={styles.amount}>
        <strong>
          <Price amount={unitPrice(product, quantity)} currency={product.currency} />
        </strong>{' '}
        <span>{t('goods.each')}</span>
      </p>
      <RateNote currencies={[product.currency]} />
      <Freshness at={at} />
    </div>
  )
}

/** Minimum order, stock and what is sold a month, in one line. */
export function Facts({ product }: { product: Product }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { minimum, multiple, stock, monthlySales } = product
  const facts = [
    [
      t('product.minimum', { n: format.number(minimum) }),
      ...(multiple > 1 ? [t('goods.multiple', { n: format.number(multiple) })] : []),
    ].join(t('goods.comma')),
    ...(stock > 0 ? [t('goods.inStock', { n: format.number(stock) })] : []),
    ...(monthlySales > 0 ? [t('goods.soldMonthly', { n: format.number(monthlySales) })] : []),
  ]
  return <p className={styles.facts}>{facts.join(' · ')}</p>
}
