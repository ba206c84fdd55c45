import { ownCode } from '#contract/products/own-code.ts'
import { productCode } from '#contract/catalogue/product-code.ts'
import type { OrderLine } from '#contract/sync/schema-rows.ts'
import styles from './line-codes.module.css'

interface LineCodesProps {
  line: Pick<OrderLine, 'id' | 'variantId' | 'label' | 'code' | 'sku'>
  /** Each on a row of its own. */
  stacked?: boolean
}

/** The codes of an order's line: its store's own first, where it has one, then the market's. */
export function LineCodes({ line, stacked }: LineCodesProps) {
  const own = ownCode(line)
  return (
    <span className={stacked ? styles.stacked : undefined}>
      {own && <bdi className={styles.own}>{own}</bdi>} <bdi dir="ltr">{productCode(line.id, line.variantId)}</bdi>
    </span>
  )
}
