import { Suspense, type ReactNode } from 'react'
import type { ListFilter } from '#contract/catalogue/filter.ts'
import type { ListQuery } from '#localdb/queries/catalogue/lists.ts'
import { later } from '../data/loading/later.tsx'
import { useIsWide } from '../ui/use-is-wide.ts'
import styles from './list-head.module.css'

const FilterColumn = later('filter', async () => (await import('./filter/filter-later.tsx')).FilterColumn)

interface ListLayoutProps {
  filter: ListFilter
  /** The list. */
  of: ListQuery
  onFilter(filter: ListFilter): void
  /** Links to narrower lists, on a desk above the filters. */
  aside?: ReactNode
  children: ReactNode
}

/** A list, on a desk with its filters beside it. */
export function ListLayout({ filter, of, onFilter, aside, children }: ListLayoutProps) {
  const desk = useIsWide()
  return (
    <div className={styles.layout}>
      <div className={styles.facets}>
        {desk && (
          <Suspense fallback={null}>
            {aside}
            <FilterColumn filter={filter} of={of} onChange={onFilter} />
          </Suspense>
        )}
      </div>
      <div className={styles.list}>{children}</div>
    </div>
  )
}
