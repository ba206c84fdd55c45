import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/catalogue/schema.ts'
import { later } from '../../data/loading/later.tsx'
import { usePerson } from '../../data/use-person.ts'
import { Freshness } from '../../parts/sync/freshness.tsx'
import { MoneyText, Price } from '../../parts/money/price.tsx'
import { RateNote } from '../../parts/money/rate-note.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { Badge } from '../../ui/blocks/badge.tsx'
import { unitPrice } from './buying/choosing.ts'
import styles from './goods.module.css'

const DealEnd = later('buying', async () => (await import('./buying/buying-later.tsx')).DealEnd)
const PriceBell = later('buying', async () => (await import('./buying/buying-later.tsx')).PriceBell)

interface PriceBlockProps {
  product: Product
  quantity: number
  /** In basis points; undefined while they are not on this device. */
  taxes: number | undefined
  at: number | undefined
}

/** The price at a quantity, what is added to it, and its age; beside it the bell that tells when it falls. */
export function PriceBlock({ product, quantity, taxes, at }: PriceBlockProps) {
  const { t } = useTranslation()
  const format = useFormat()
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
      {product.deal && (
        <p className={styles.deal}>
          <Badge tone="good">{format.percent(-product.deal.percent / 100)}</Badge>
          <span className="visually-hidden">{t('deal.usual')}</span>
          <s>
            <MoneyText
              amount={unitPrice({ ...product, ladder: product.deal.usual }, quantity)}
              currency={product.currency}
            />
          </s>
          <DealEnd until={product.deal.until} instead={'\u00a0'} />
        </p>
      )}
      {/* Its line is there before they are: nothing moves. */}
      <p className={styles.soft}>
        {taxes === undefined
          ? '\u00a0'
          : taxes === 0
            ? t('goods.taxesIn')
            : t('goods.plusTaxes', { rate: format.percent(taxes / 10_000) })}
      </p>
      <RateNote currencies={[product.currency]} />
      <Freshness at={at} />
    </div>
  )
}

/** Minimum order, what is on the shelf (`beyond` pieces of the stock are not) and sales, in one line. */
export function PriceFacts({ product, beyond = 0 }: { product: Product; beyond: number | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { minimum, multiple, sales, monthlySales } = product
  const shelf = product.stock - beyond
  const facts = [
    [
      t('product.minimum', { n: format.number(minimum) }),
      ...(multiple > 1 ? [t('goods.multiple', { n: format.number(multiple) })] : []),
    ].join(t('goods.comma')),
    ...(shelf > 0 ? [t('goods.inStock', { n: format.number(shelf) })] : []),
    ...(sales > 0 ? [t('goods.soldMonthly', { all: format.number(sales), n: format.number(monthlySales) })] : []),
  ]
  return <p className={styles.facts}>{facts.join(' · ')}</p>
}
