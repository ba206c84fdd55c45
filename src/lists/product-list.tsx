import PackageOpen from 'lucide-react/icons/package-open'
import { Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListQuery } from '#localdb/queries/catalogue/lists.ts'
import { later } from '../data/loading/later.tsx'
import { useListLook } from '../data/device/list-look.ts'
import { Converted } from '../parts/money/converted.tsx'
import { Freshness } from '../parts/sync/freshness.tsx'
import { ProductCard } from '../parts/catalogue/product-card.tsx'
import { Button } from '../ui/controls/button.tsx'
import { EmptyState, ErrorState } from '../ui/blocks/empty-state.tsx'
import type { PicturePriority } from '../ui/blocks/picture.tsx'
import { PullToRefresh } from '../ui/scrolling/pull-to-refresh.tsx'
import { Skeleton } from '../ui/blocks/skeleton.tsx'
import { VirtualList } from '../ui/scrolling/virtual-list.tsx'
import { ListCount } from './list-line.tsx'
import { ProductCardsSkeleton } from './product-cards-skeleton.tsx'
import styles from './product-list.module.css'
import { ToServerRows, SourceNotice } from './source-notice.tsx'
import { useProductList, type ProductListState } from './use-product-list.ts'

const FailureState = later('failure', async () => (await import('./failure-later.tsx')).FailureState)
const ProductRow = later('rows', async () => (await import('./rows-later.tsx')).ProductRow)

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
  const look = useListLook()
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
        <ListCount list={list} look={look} />
        <Freshness at={list.at} />
        <Converted rows={products} />
        <VirtualList
          label={label}
          items={products}
          itemKey={(p) => p.id}
          render={(p, n) =>
            look === 'rows' ? (
              <Suspense fallback={<Skeleton height="4rem" />}>
                <ProductRow product={p} priority={n < ROWS_IN_SIGHT ? 'auto' : 'lazy'} />
              </Suspense>
            ) : (
              <ProductCard product={p} heart priority={priorityOf(n)} />
            )
          }
          memory={`${list.key} ${list.source}${look === 'rows' ? ' rows' : ''}`}
          estimate={look === 'rows' ? 70 : 300}
          layout={look}
          onEnd={list.more}
          tail={<Tail list={list} searching={searching} count={products.length} />}
        />
        {!list.more && end}
      </div>
    </PullToRefresh>
  )
}

const ROWS_IN_SIGHT = 10
/** Of the pictures of a list a phone shows four before it is scrolled, two beside each other. */
const priorityOf = (n: number): PicturePriority => (n < 2 ? 'high' : n < 4 ? 'auto' : 'lazy')

/** Nothing of the list is on this device, and the server could not be asked for it. */
function Unknown({ list: { failure, refresh } }: { list: ProductListState }) {
  const { t } = useTranslation()
  const retry = { label: t('home.retry'), run: () => void refresh() }
  const unreachable = (
    <ErrorState title={t('products.unreachable')} text={t('products.unreachableHint')} retry={retry} />
  )
  const other = failure !== undefined && failure.kind !== 'unreachable'
  return other ? <FailureState failure={failure} retry={retry} instead={unreachable} /> : unreachable
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
