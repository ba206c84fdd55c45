import LayoutGrid from 'lucide-react/icons/layout-grid'
import Rows3 from 'lucide-react/icons/rows-3'
import { useTranslation } from 'react-i18next'
import { chooseListLook, type ListLook } from '../data/device/list-look.ts'
import { useFormat } from '../parts/format/use-format.ts'
import { IconButton } from '../ui/controls/icon-button.tsx'
import styles from './product-list.module.css'
import type { ProductListState } from './use-product-list.ts'

/** How many products a list has, and the choice between cards and dense rows. */
export function ListCount({ list: { count }, look }: { list: Pick<ProductListState, 'count'>; look: ListLook }) {
  const { t } = useTranslation()
  const format = useFormat()
  const rows = look === 'rows'
  return (
    <div className={styles.line}>
      <p role="status">
        {count &&
          (count.more
            ? t('products.countMore', { n: format.number(count.n) })
            : t('products.count', { count: count.n }))}
      </p>
      <IconButton
        label={t(rows ? 'products.asGrid' : 'products.asRows')}
        icon={rows ? <LayoutGrid /> : <Rows3 />}
        onClick={() => chooseListLook(rows ? 'grid' : 'rows')}
      />
    </div>
  )
}
