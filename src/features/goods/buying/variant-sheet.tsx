import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import { BuyLine } from './buy-line.tsx'
import { LadderTable } from './ladder-table.tsx'
import type { Buying, BuyingWay } from './use-buying.ts'
import { VariantRows } from './variant-rows.tsx'
import styles from './variant-sheet.module.css'

/** The variants of a product in a sheet: its name, prices and minimum, a stepper for each, and the way to buy. */
export function VariantSheet({ buying, way }: { buying: Buying; way: BuyingWay }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { product, reckoned } = buying
  return (
    <Sheet
      open
      onClose={() => buying.pick(undefined)}
      title={textIn(product.title, format.locale)}
      footer={<BuyLine buying={buying} way={way} wide />}
    >
      <div className={styles.head}>
        <LadderTable product={product} quantity={reckoned.pieces} onTake={buying.take} />
        <p className={styles.minimum}>{t('product.minimum', { n: format.number(product.minimum) })}</p>
      </div>
      <VariantRows buying={buying} />
    </Sheet>
  )
}
