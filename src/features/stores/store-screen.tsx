import StoreOff from 'lucide-react/icons/store'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams, useSearch } from 'wouter'
import { storeById } from '#localdb/queries/stores.ts'
import { links } from '../../app/links.ts'
import { useLive } from '../../data/use-live.ts'
import { useWant } from '../../data/use-want.ts'
import { FilterRow } from '../../lists/filter-row.tsx'
import { NothingFits } from '../../lists/nothing-fits.tsx'
import { ProductList } from '../../lists/product-list.tsx'
import { SortBar } from '../../lists/sort-bar.tsx'
import { Screen } from '../../parts/screen.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { NoProducts } from './no-products.tsx'
import { StoreHead } from './store-head.tsx'
import { StoreSearch } from './store-search.tsx'
import { StoreSkeleton } from './store-skeleton.tsx'
import { viewOf, type StoreView } from './store-view.ts'
import styles from './stores.module.css'

/**
 * One store: its head, its figures, and its products: sorted, filtered, searched; without a network, as far as they are
 * on this device.
 */
export function StoreScreen() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const id = Number(useParams<{ id: string }>().id)
  const valid = Number.isSafeInteger(id) && id > 0
  const view = viewOf(useSearch())
  const found = useLive((db) => storeById(db, valid ? id : 0), [id])
  const want = useWant('catalogue.store', { id }, valid)
  const gone = !valid || want.failure?.kind === 'refused'

  const here = found?.id === id ? found : undefined
  if (!here?.store) {
    if (gone) {
      return (
        <Screen>
          <EmptyState
            icon={<StoreOff />}
            title={t('refusals.storeGone')}
            text={t('store.goneHint')}
            action={<ButtonLink href={links.products()}>{t('store.browse')}</ButtonLink>}
          />
        </Screen>
      )
    }
    if (here && want.state === 'failed') {
      return (
        <Screen>
          <ErrorState
            title={t('store.unknown')}
            text={t('store.unknownHint')}
            retry={{ label: t('store.retry'), run: () => void want.refresh() }}
          />
        </Screen>
      )
    }
    return <StoreSkeleton />
  }
  const { store, follow } = here
  const change = (next: Partial<StoreView>) => navigate(links.store(id, { ...view, ...next }), { replace: true })
  const query =
    view.find === undefined
      ? { storeId: id, sort: view.sort === 'best' ? ('all' as const) : view.sort, ...view.filter }
      : { storeId: id, query: view.find, sort: view.sort === 'all' ? ('best' as const) : view.sort, ...view.filter }
  const filtered = Object.keys(view.filter).length > 0
  return (
    <Screen title={store.name}>
      {gone && <Notice tone="warn">{t('refusals.storeGone')}</Notice>}
      <StoreHead store={store} follow={follow} />
      <div className={styles.tools}>
        <StoreSearch name={store.name} value={view.find} onSearch={(find) => change({ find })} />
        {view.find === undefined ? (
          <SortBar first="all" value={query.sort as 'all'} onChange={(sort) => change({ sort })} />
        ) : (
          <SortBar first="best" value={query.sort as 'best'} onChange={(sort) => change({ sort })} />
        )}
        <FilterRow filter={view.filter} onChange={(filter) => change({ filter })} />
      </div>
      <ProductList
        label={t('store.list', { name: store.name })}
        query={query}
        empty={
          filtered ? (
            <NothingFits onClear={() => change({ filter: {} })} />
          ) : view.find === undefined ? undefined : (
            <NoProducts onClear={() => change({ find: undefined })} />
          )
        }
      />
    </Screen>
  )
}
