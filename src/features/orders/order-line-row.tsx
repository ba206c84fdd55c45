import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn, type Texts } from '#contract/locales.ts'
import type { OrderLine } from '#contract/schema/rows.ts'
import { links } from '../../app/links.ts'
import { pictureSources } from '../../parts/picture-sources.ts'
import { useFormat } from '../../parts/use-format.ts'
import { useLineTitle } from '../../parts/use-line-title.ts'
import { PictureName } from '../../ui/picture-name.tsx'
import { Picture } from '../../ui/picture.tsx'
import styles from './orders.module.css'

interface OrderLineRowProps {
  line: {
    id: number
    num: number
    title: Texts | undefined
    label: Texts | null | undefined
    picture: OrderLine['picture'] | undefined
    price: number | undefined
  }
  currency: string
  /** A note on the line. */
  note?: ReactNode
}

/** A line of an order, placed or not yet: product, quantity and price. */
export function OrderLineRow({ line, currency, note }: OrderLineRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const title = useLineTitle()(line)
  const label = line.label && textIn(line.label, format.locale)
  return (
    <li className={styles.line}>
      <span className={styles.picture}>
        <Picture
          sources={pictureSources(line.picture)}
          alt=""
          tint={line.picture?.tint}
          sizes="64px"
          fallback={line.title && <PictureName title={title} />}
        />
      </span>
      <div className={styles.words}>
        <a href={links.goods(line.id)} className={styles.title} dir="auto">
          {title}
        </a>
        {label && (
          <p className={styles.soft} dir="auto">
            {label}
          </p>
        )}
        <p className={styles.figures}>
          <span className={styles.soft}>
            {line.price === undefined
              ? t('cart.priceUnknown')
              : t('orders.line', { n: format.number(line.num), price: format.money(line.price, currency) })}
          </span>
          {line.price !== undefined && <span>{format.money(line.price * line.num, currency)}</span>}
        </p>
        {note}
      </div>
    </li>
  )
}
