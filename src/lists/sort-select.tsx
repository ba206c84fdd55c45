import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import { useTranslation } from 'react-i18next'
import type { ListSort, SearchSort } from '#contract/lists/sorts.ts'
import styles from './list-head.module.css'

const names = {
  all: 'products.all',
  best: 'products.best',
  sales: 'products.sales',
  priceUp: 'products.priceUp',
  priceDown: 'products.priceDown',
  new: 'products.new',
} as const satisfies Record<ListSort | SearchSort, string>

export interface Sorting<S extends ListSort | SearchSort> {
  sorts: readonly S[]
  sort: S
  onSort(sort: S): void
}

/** The order of a list, chosen from the platform's own list; on a phone a sign, on a desk the words too. */
export function SortSelect<S extends ListSort | SearchSort>({ sorts, sort, onSort }: Sorting<S>) {
  const { t } = useTranslation()
  return (
    <label className={styles.sort}>
      <ArrowUpDown aria-hidden="true" />
      <select aria-label={t('products.sort')} value={sort} onChange={(e) => onSort(e.target.value as S)}>
        {sorts.map((s) => {
          const name: (typeof names)[keyof typeof names] = names[s]
          return (
            <option key={s} value={s}>
              {t(name)}
            </option>
          )
        })}
      </select>
    </label>
  )
}
