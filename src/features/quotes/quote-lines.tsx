import { useTranslation } from 'react-i18next'
import { ladderPrice } from '#contract/prices/ladder.ts'
import type { Product, Variant } from '#contract/catalogue/schema.ts'
import type { QuoteItem } from '#localdb/queries/quotes/items.ts'
import { Price } from '../../parts/money/price.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { useMoney } from '../../parts/money/use-money.tsx'
import { useQuoteNames } from './quote-facts.ts'
import styles from './quotes.module.css'

interface QuoteLinesProps {
  quote: QuoteItem
  /** As far as it is on this device. */
  product: Product | undefined
  variants: readonly Variant[]
}

/** The last round: the pieces of each choice and the price of one beside the list price, and the total. */
export function QuoteLines({ quote, product, variants }: QuoteLinesProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { shown } = useMoney()
  const { choice } = useQuoteNames()
  const { currency } = quote
  const { lines } = quote.rounds.at(-1)!
  const money = (amount: number): string => {
    const { amount: converted, currency: into } = shown(amount, currency)
    return format.money(converted, into)
  }
  const pieces = lines.reduce((sum, { num }) => sum + num, 0)
  const listOf = (variantId: number): number | undefined =>
    product?.currency === currency
      ? ladderPrice(product.ladder, pieces, variants.find((v) => v.id === variantId)?.extra)
      : undefined
  const sum = lines.every((l) => l.price !== null) ? lines.reduce((all, l) => all + l.num * l.price!, 0) : undefined
  return (
    <>
      <ul className={styles.lines}>
        {lines.map(({ variantId, num, price }) => {
          const list = listOf(variantId)
          return (
            <li key={variantId} className={styles.line}>
              <span className={styles.words}>
                {variantId !== 0 && <bdi className={styles.choiceName}>{choice(quote, variantId)}</bdi>}
                <span>
                  {price === null
                    ? t('goods.pieces', { n: format.number(num) })
                    : t('quotes.perPiece', { n: format.number(num), price: money(price) })}
                </span>
                {list !== undefined && list !== price && (
                  <span className={styles.soft}>{t('quotes.listPrice', { amount: money(list) })}</span>
                )}
              </span>
              <span className={styles.amount}>
                {price === null ? (
                  <span className={styles.soft}>{t('quotes.anyPrice')}</span>
                ) : (
                  <Price amount={num * price} currency={currency} />
                )}
              </span>
            </li>
          )
        })}
      </ul>
      {sum !== undefined && (
        <p className={styles.sum}>
          <span>
            {t('quotes.sum')} <span className={styles.soft}>{t('quotes.sumHint')}</span>
          </span>
          <strong>
            <Price amount={sum} currency={currency} />
          </strong>
        </p>
      )}
    </>
  )
}
