import CloudOff from 'lucide-react/icons/cloud-off'
import PackageOpen from 'lucide-react/icons/package-open'
import Search from 'lucide-react/icons/search'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListQuery } from '#localdb/queries/lists.ts'
import { useReachable } from '../data/use-reachable.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState, ErrorState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/notice.tsx'
import { PullToRefresh } from '../ui/pull-to-refresh.tsx'
import { VirtualList } from '../ui/virtual-list.tsx'
import { Freshness } from './freshness.tsx'
import { ProductCard } from './product-card.tsx'
import { ProductCardsSkeleton } from './product-cards-skeleton.tsx'
import styles from './product-list.module.css'
import { useProductList, type ProductListState } from './use-product-list.ts'

interface ShownProps {
  /** Names the list, for assistive technology. */
  label: string
  /** Stands in for a list that is known to have nothing in it. */
  empty?: ReactNode
  /** Stands after the last product. */
  end?: ReactNode
}

/** An endless grid of product cards that says honestly where they come from; of a category, a store, favourites, or what a text finds. */
export function ProductList({ query, ...shown }: ShownProps & { query: ListQuery }) {
  const list = useProductList(query)
  return <Products list={list} searching={query.query !== undefined} {...shown} />
}

/** The same for a screen that reads more of the list's state than its cards. */
export function Products({ list, searching, label, empty, end }: ShownProps & { list: ProductListState; searching: boolean }) {
  const { t } = useTranslation()
  const { products } = list
  if (!products) return <ProductCardsSkeleton />
  const own = list.source === 'device'
  if (products.length === 0) {
    if (!own || searching) return <>{searching && <Whose list={list} searching />}{empty ?? <EmptyState icon={<PackageOpen />} title={t('products.none')} />}{end}</>
    return (
      <ErrorState
        title={t('products.unreachable')}
        text={t('products.unreachableHint')}
        retry={{ label: t('home.retry'), run: () => void list.refresh() }}
      />
    )
  }
  return (
    <PullToRefresh onRefresh={list.refresh}>
      <div className={styles.list}>
        <Whose list={list} searching={searching} />
        <Freshness at={list.at} />
        <VirtualList
          label={label}
          items={products}
          itemKey={(p) => p.id}
          render={(p, n) => <ProductCard product={p} heart eager={n < 2} />}
          memory={`${list.key} ${list.source}`}
          estimate={300}
          layout="grid"
          onEnd={list.more}
          tail={<Tail list={list} count={products.length} />}
        />
        {!list.more && end}
      </div>
    </PullToRefresh>
  )
}

/** Says when these are not the shop's own rows, and the way to those. */
function Whose({ list, searching }: { list: ProductListState; searching: boolean }) {
  const { t } = useTranslation()
  const reachable = useReachable()
  const offline = !reachable || list.failed
  if (list.source === 'shop' && searching && offline) {
    const toDevice = <Button kind="quiet" small onClick={list.showDevice}>{t('products.searchDevice')}</Button>
    return <Notice icon={<CloudOff />} action={toDevice}>{t('products.foundBefore')}</Notice>
  }
  if (list.source !== 'device') return null
  const toShop = list.showShop && <Button kind="quiet" small onClick={list.showShop}>{t(searching ? 'products.showFound' : 'products.showShop')}</Button>
  return (
    <div role="status">
      <Notice icon={offline ? <CloudOff /> : <Search />} action={toShop}>
        {searching ? t(offline ? 'products.searchedOffline' : 'products.searched', { count: list.searched ?? 0 }) : t('products.kept')}
      </Notice>
    </div>
  )
}

function Tail({ list, count }: { list: ProductListState; count: number }) {
  const { t } = useTranslation()
  if (list.moreFailed) {
    return (
      <div className={styles.failed}>
        <ErrorState title={t('products.moreOffline')} retry={{ label: t('home.retry'), run: () => void list.refresh() }} />
        <Button kind="quiet" onClick={list.showDevice}>{t('products.showDevice')}</Button>
      </div>
    )
  }
  // What is on the device needs no waiting for.
  if (list.more) return <ProductCardsSkeleton count={4} busy={list.moreLoading} />
  return list.source === 'shop' && count > 20 ? <p className={styles.end}>{t('products.end')}</p> : null
}
