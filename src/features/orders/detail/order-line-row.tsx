import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import type { OrderLine } from '#contract/sync/schema-rows.ts'
import { links } from '../../../links/links.ts'
import { BackOrdered } from '../../../parts/orders/back-ordered.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { LinePicture } from '../line-picture.tsx'
import styles from '../orders.module.css'

interface OrderLineRowProps {
  line: OrderLine
  /** As it is shown; undefined while its price is asked for. */
  price: { unit: number; amount: number; currency: string } | undefined
  note: string | undefined
}

/** A line of an order, placed or not yet: product, quantity, price, and what was noted on it. */
export function OrderLineRow({ line, price, note }: OrderLineRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const title = textIn(line.title, format.locale)
  const label = line.label && textIn(line.label, format.locale)
  const n = format.number(line.num)
  return (
    <li className={styles.line}>
      <span className={styles.picture}>
        <LinePicture line={line} sizes="64px" />
      </span>
      <div className={styles.words}>
        <a href={links.goods(line.id)} className={styles.title} dir="auto">
          {title || <Skeleton width="60%" />}
          {!title && <span className="visually-hidden">{t('orders.thisProduct')}</span>}
        </a>
        {label && (
          <p className={styles.soft} dir="auto">
            {label}
          </p>
        )}
        {note && (
          <p className={styles.soft} dir="auto">
            {t('orders.lineNote', { note })}
          </p>
        )}
        {line.back && (
          <p className={styles.soft}>
            <BackOrdered back={line.back} />
          </p>
        )}
        <p className={styles.figures}>
          <span className={styles.soft}>
            {price
              ? t('orders.line', { n, price: format.money(price.unit, price.currency) })
              : t('orders.pieces', { count: line.num, n })}
            {line.quote !== undefined && ` · ${t('orders.agreed')}`}
          </span>
          <span>{price && format.money(price.amount, price.currency)}</span>
        </p>
      </div>
    </li>
  )
}
