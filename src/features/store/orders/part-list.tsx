import { useTranslation } from 'react-i18next'
import { noteKey } from '#contract/orders/line-notes.ts'
import type { LinePart } from '#contract/orders/parts.ts'
import { ownCode } from '#contract/products/own-code.ts'
import type { SaleItem } from '#localdb/queries/stores/sales.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { usePieceTitle } from '../../../parts/orders/use-piece-title.ts'
import styles from './sale.module.css'

/** Pieces of an order, each with how many of it and the store's own code. */
export function PartList({ sale, parts }: { sale: SaleItem; parts: readonly LinePart[] }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const titleOf = usePieceTitle()
  return (
    <ul className={styles.pieces}>
      {parts.map((part) => {
        const line = sale.lines.find(({ id, variantId }) => id === part.id && variantId === part.variantId)
        const own = line && ownCode(line)
        return (
          <li key={noteKey(part)} dir="auto">
            {t('orders.part', { n: number(part.num), title: titleOf(line) })}
            {own && <bdi className={styles.soft}> · {own}</bdi>}
          </li>
        )
      })}
    </ul>
  )
}
