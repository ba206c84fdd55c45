import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { Suspense, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListFilter } from '#contract/catalogue/filter.ts'
import type { ListSort, SearchSort } from '#contract/lists/sorts.ts'
import type { ListQuery } from '#localdb/queries/catalogue/lists.ts'
import { later } from '../data/loading/later.tsx'
import { useFormat } from '../parts/format/use-format.ts'
import { CountBadge } from '../ui/blocks/badge.tsx'
import { cx } from '../ui/cx.ts'
import { FilterRow, useActive, type Narrowing } from './filter/filter-row.tsx'
import styles from './list-head.module.css'
import { SortSelect, type Sorting } from './sort-select.tsx'
import { useBarAway } from './use-bar-away.ts'

const FilterDrawer = later('filter', async () => (await import('./filter/filter-later.tsx')).FilterDrawer)

/** `own`: the search is the screen's own, such as a store's. It stays on a desk, where the market's stands above. */
interface BarToolsProps {
  search: ReactNode
  own?: boolean
  children?: ReactNode
}

/** A search and tools in the line of the top bar, gone while somebody scrolls down. A direct part of the screen. */
export function BarTools({ search, own = false, children }: BarToolsProps) {
  useBarAway()
  return (
    <div className={styles.tools} data-tools="" data-own={own || undefined}>
      <div className={styles.search}>{search}</div>
      {children}
    </div>
  )
}

interface ListHeadProps<S extends ListSort | SearchSort> extends Sorting<S>, Omit<BarToolsProps, 'children'> {
  filter: ListFilter
  /** The list. */
  of: ListQuery
  onFilter(filter: ListFilter): void
  /** Chips that narrow the list in other ways. */
  narrowing?: readonly Narrowing[] | undefined
  /** More chips after these: links, favourites. */
  chips?: ReactNode
}

/** The head of a list: search, sort and filter in the top bar's line, and a row of chips. */
export function ListHead<S extends ListSort | SearchSort>({
  search,
  own,
  filter,
  of,
  onFilter,
  narrowing,
  chips,
  ...sorting
}: ListHeadProps<S>) {
  const { t } = useTranslation()
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const count = useActive(filter).length
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <BarTools search={search} own={own ?? false}>
        <SortSelect {...sorting} />
        <button
          ref={button}
          type="button"
          className={cx(styles.tool, styles.filter, count > 0 && styles.on)}
          aria-label={count > 0 ? t('filter.openCount', { n: format.number(count) }) : t('filter.open')}
          onClick={() => setOpen(true)}
        >
          <SlidersHorizontal aria-hidden="true" />
          <CountBadge count={count} />
        </button>
      </BarTools>
      <FilterRow filter={filter} onChange={onFilter} narrowing={narrowing} heading={button}>
        {chips}
      </FilterRow>
      {open && (
        <Suspense fallback={null}>
          <FilterDrawer filter={filter} of={of} onClose={() => setOpen(false)} onChange={onFilter} />
        </Suspense>
      )}
    </>
  )
}
