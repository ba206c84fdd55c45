import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/locales.ts'
import { noteKey } from '#contract/rules/line-notes.ts'
import type { Part } from '#contract/rules/order-parts.ts'
import type { SaleItem } from '#localdb/queries/sales.ts'
import { useFormat } from '../../parts/use-format.ts'
import { useLineTitle } from '../../parts/use-line-title.ts'
import styles from './sale.module.css'

/** Pieces of an order, each with how many of it. */
export function PartList({ sale, parts }: { sale: SaleItem; parts: readonly Part[] }) {
  const { t } = useTranslation()
  const { number, locale } = useFormat()
  const titleOf = useLineTitle()
  return (
    <ul className={styles.pieces}>
      {parts.map((part) => {
        const line = sale.lines.find(({ id, variantId }) => id === part.id && variantId === part.variantId)
        const title = titleOf(line ?? { title: undefined })
        const label = line?.label && textIn(line.label, locale)
        return (
          <li key={noteKey(part)} dir="auto">
            {t('orders.part', { n: number(part.num), title: label ? `${title} · ${label}` : title })}
          </li>
        )
      })}
    </ul>
  )
}
