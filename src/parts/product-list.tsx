import CloudOff from 'lucide-react/icons/cloud-off'
import PackageOpen from 'lucide-react/icons/package-open'
import Search from 'lucide-react/icons/search'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { queryKey, type ListQuery } from '#localdb/queries/catalogue.ts'
import { EmptyState, ErrorState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/notice.tsx'
import { PullToRefresh } from '../ui/pull-to-refresh.tsx'
import { VirtualList } from '../ui/virtual-list.tsx'
import { Freshness } from './freshness.tsx'
import { ProductCard } from './product-card.tsx'
import { ProductCardsSkeleton } from './product-cards-skeleton.tsx'
import styles from './product-list.module.css'
import { useProductList } from './use-product-list.ts'

interface ProductListProps {
  query: ListQuery
  /** Names the list, for assistive technology. */
  label: string
  /** Stands in for a list that is known to have nothing in it. */
  empty?: ReactNode
}

/** An endless grid of product cards that says honestly where they come from. */
export function ProductList({ query, label, empty }: ProductListProps) {
  const { t } = useTranslation()
  const list = useProductList(query)
  const { rows } = list
  const searching = query.find !== undefined
  if (!rows || list.loading) return <ProductCardsSkeleton />
  if (rows.products.length === 0) {
    if (!rows.kept || searching) return empty ?? <EmptyState icon={<PackageOpen />} title={t('products.none')} />
    return (
      <ErrorState
        title={t('products.unreachable')}
        text={t('products.unreachableHint')}
        retry={{ label: t('home.retry'), run: () => void list.refresh() }}
      />
    )
  }
  const count = rows.products.length
  return (
    <PullToRefresh onRefresh={list.refresh}>
      <div className={styles.list}>
        {rows.kept && !query.favourites && (
          <Notice icon={searching ? <Search /> : <CloudOff />}>{t(searching ? 'products.found' : 'products.kept', { count })}</Notice>
        )}
        <Freshness at={rows.at} />
        <VirtualList
          label={label}
          items={rows.products}
          itemKey={(p) => p.id}
          render={(p, n) => <ProductCard product={p} heart eager={n < 2} />}
          memory={queryKey(query)}
          estimate={300}
          layout="grid"
          onEnd={list.more}
          tail={<Tail more={list.more !== undefined} busy={list.moreLoading} failed={list.moreFailed} retry={() => void list.refresh()} ended={!rows.kept && count > 20} />}
        />
      </div>
    </PullToRefresh>
  )
}

function Tail({ more, busy, failed, retry, ended }: { more: boolean; busy: boolean; failed: boolean; retry(): void; ended: boolean }) {
  const { t } = useTranslation()
  if (failed) return <ErrorState title={t('products.moreOffline')} retry={{ label: t('home.retry'), run: retry }} />
  if (more) return <ProductCardsSkeleton count={4} busy={busy} />
  return ended ? <p className={styles.end}>{t('products.end')}</p> : null
}
