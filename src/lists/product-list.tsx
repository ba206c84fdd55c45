import PackageOpen from 'lucide-react/icons/package-open'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListQuery } from '#localdb/queries/lists.ts'
import { Freshness } from '../parts/freshness.tsx'
import { ProductCard } from '../parts/product-card.tsx'
import { useFailureText } from '../parts/use-failure-text.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState, ErrorState } from '../ui/empty-state.tsx'
import type { PicturePriority } from '../ui/picture.tsx'
import { PullToRefresh } from '../ui/pull-to-refresh.tsx'
import { VirtualList } from '../ui/virtual-list.tsx'
import { ProductCardsSkeleton } from './product-cards-skeleton.tsx'
import styles from './product-list.module.css'
import { ToServerRows, SourceNotice } from './source-notice.tsx'
import { useProductList, type ProductListState } from './use-product-list.ts'

interface ShownProps {
  /** Names the list, for assistive technology. */
  label: string
  /** Shown instead of a list that is known to be empty. */
  empty?: ReactNode
  /** Shown after the last product. */
  end?: ReactNode
}

/**
 * An endless grid of product cards that tells where they come from: the products of a category, a store or a search, or
 * the favourites.
 */
export function ProductList({ query, ...shown }: ShownProps & { query: ListQuery }) {
  const list = useProductList(query)
  return <Products list={list} searching={query.query !== undefined} {...shown} />
}

/** A product list for a screen that also reads the list's state itself. */
export function Products({
  list,
  searching,
  label,
  empty,
  end,
}: ShownProps & { list: ProductListState; searching: boolean }) {
  const { t } = useTranslation()
  const { products } = list
  if (!products) return <ProductCardsSkeleton />
  const own = list.source === 'device'
  const notice = (
    <SourceNotice
      list={list}
      searching={searching}
      deviceText={(offline) =>
        searching
          ? t(offline ? 'products.searchedOffline' : 'products.searched', { count: list.searched ?? 0 })
          : t('products.kept')
      }
    />
  )
  if (products.length === 0) {
    // A filtered list may be empty although the device has products.
    if (own && !searching && !empty) return <Unknown list={list} />
    return (
      <>
        {notice}
        {empty ?? <EmptyState icon={<PackageOpen />} title={t('products.none')} />}
        {end}
      </>
    )
  }
  return (
    <PullToRefresh onRefresh={list.refresh}>
      <div className={styles.list}>
        {notice}
        <Freshness at={list.at} />
        <VirtualList
          label={label}
          items={products}
          itemKey={(p) => p.id}
          render={(p, n) => <ProductCard product={p} heart priority={priorityOf(n)} />}
          memory={`${list.key} ${list.source}`}
          estimate={300}
          layout="grid"
          onEnd={list.more}
          tail={<Tail list={list} searching={searching} count={products.length} />}
        />
        {!list.more && end}
      </div>
    </PullToRefresh>
  )
}

/** Of the pictures of a list a phone shows four before it is scrolled, two beside each other. */
const priorityOf = (n: number): PicturePriority => (n < 2 ? 'high' : n < 4 ? 'auto' : 'lazy')

/** Nothing of the list is on this device, and the server could not be asked for it. */
function Unknown({ list: { failure, refresh } }: { list: ProductListState }) {
  const { t } = useTranslation()
  const failureText = useFailureText()
  const other = failure && failure.kind !== 'unreachable' && failureText(failure)
  const retry = { label: t('home.retry'), run: () => void refresh() }
  return other ? (
    <ErrorState title={other} retry={retry} />
  ) : (
    <ErrorState title={t('products.unreachable')} text={t('products.unreachableHint')} retry={retry} />
  )
}

function Tail({ list, searching, count }: { list: ProductListState; searching: boolean; count: number }) {
  const { t } = useTranslation()
  if (list.moreFailed) {
    return (
      <div className={styles.failed}>
        <ErrorState
          title={t('products.moreOffline')}
          retry={{ label: t('home.retry'), run: () => void list.refresh() }}
        />
        <Button kind="quiet" onClick={list.showDevice}>
          {t('products.showDevice')}
        </Button>
      </div>
    )
  }
  if (list.source === 'server' && list.showServer)
    return (
      <div className={styles.failed}>
        <ToServerRows searching={searching} onPress={list.showServer} />
      </div>
    )
  // Rows of the device need no waiting.
  if (list.more) return <ProductCardsSkeleton count={4} busy={list.moreLoading} />
  return list.source === 'server' && count > 20 ? <p className={styles.end}>{t('products.end')}</p> : null
}
