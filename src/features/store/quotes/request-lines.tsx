import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { ladderPrice } from '#contract/prices/ladder.ts'
import type { StoreProduct } from '#contract/products/schema-row.ts'
import type { StoreQuoteItem } from '#localdb/queries/stores/answers.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import styles from '../answers.module.css'

/** The name of a choice of a request; undefined for a product without choices. */
export function useChoiceName({ choices }: StoreQuoteItem): (variantId: number) => string | undefined {
  const { t } = useTranslation()
  const { locale } = useFormat()
  return (variantId) => {
    const label = choices.find((c) => c.variantId === variantId)?.label
    return label ? textIn(label, locale) : variantId === 0 ? undefined : t('cart.variantFallback')
  }
}

interface RequestLinesProps {
  quote: StoreQuoteItem
  goods: StoreProduct | undefined
}

/** The last round: the pieces of each choice and the price of one, beside the price in the store's own list. */
export function RequestLines({ quote, goods }: RequestLinesProps) {
  const { t } = useTranslation()
  const { number, money } = useFormat()
  const choice = useChoiceName(quote)
  const { currency } = quote
  const lines = quote.rounds.at(-1)?.lines ?? []
  const pieces = lines.reduce((sum, { num }) => sum + num, 0)
  const sum = lines.every(({ price }) => price !== null)
    ? lines.reduce((all, { num, price }) => all + num * price!, 0)
    : undefined
  return (
    <>
      <ul className={styles.lines}>
        {lines.map(({ variantId, num, price }) => {
          const sku = quote.choices.find((c) => c.variantId === variantId)?.sku ?? ''
          const list =
            goods?.currency === currency
              ? ladderPrice(goods.ladder, Math.max(pieces, goods.minimum), goods.variants[sku]?.extra)
              : undefined
          const name = choice(variantId)
          return (
            <li key={variantId} className={styles.asked}>
              <span className={styles.words}>
                {name !== undefined && <bdi>{name}</bdi>}
                <strong>
                  {price === null
                    ? t('goods.pieces', { n: number(num) })
                    : t('quotes.perPiece', { n: number(num), price: money(price, currency) })}
                </strong>
                {list !== undefined && (
                  <span className={styles.soft}>{t('quotes.listPrice', { amount: money(list, currency) })}</span>
                )}
              </span>
              <span className={styles.amount}>
                {price === null ? t('quotes.anyPrice') : money(num * price, currency)}
              </span>
            </li>
          )
        })}
      </ul>
      {sum !== undefined && (
        <p className={styles.sum}>
          <span>{t('quotes.sum')}</span>
          <strong>{money(sum, currency)}</strong>
        </p>
      )}
    </>
  )
}
