import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/locales.ts'
import type { OrderLine } from '#contract/schema/rows.ts'
import { links } from '../../app/links.ts'
import { useFormat } from '../../parts/use-format.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LinePicture } from './line-picture.tsx'
import styles from './orders.module.css'

/** A line of an order, placed or not yet: product, quantity and price. */
export function OrderLineRow({ line, currency }: { line: OrderLine; currency: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const title = textIn(line.title, format.locale)
  const label = line.label && textIn(line.label, format.locale)
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
        <p className={styles.figures}>
          <span className={styles.soft}>
            {t('orders.line', { n: format.number(line.num), price: format.money(line.price, currency) })}
          </span>
          <span>{format.money(line.price * line.num, currency)}</span>
        </p>
      </div>
    </li>
  )
}
