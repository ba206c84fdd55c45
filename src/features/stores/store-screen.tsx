import StoreOff from 'lucide-react/icons/store'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams, useSearch } from 'wouter'
import type { ListFilter } from '#contract/catalogue/filter.ts'
import { listSorts, searchSorts, type ListSort, type SearchSort } from '#contract/lists/sorts.ts'
import { storeById } from '#localdb/queries/stores/store.ts'
import { links } from '../../links/links.ts'
import { useLive } from '../../data/use-live.ts'
import { useWant, type WantedDetails } from '../../data/use-want.ts'
import { ListHead } from '../../lists/list-head.tsx'
import { ListLayout } from '../../lists/list-layout.tsx'
import { NothingFits } from '../../lists/nothing-fits.tsx'
import { ProductList } from '../../lists/product-list.tsx'
import { Beneath } from '../../parts/home/beneath.tsx'
import { isMissing } from '../../parts/failures/is-gone.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { EmptyState, ErrorState } from '../../ui/blocks/empty-state.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import { NoProducts } from './no-products.tsx'
import { StoreHead } from './store-head.tsx'
import { StoreSearch } from './store-search.tsx'
import { StoreSkeleton } from './store-skeleton.tsx'
import { storeViewOf, type StoreView } from './store-view.ts'
import { useCategories } from './use-categories.ts'

/**
 * One store: its head, its figures, and its products: sorted, filtered, searched; without a network, as far as they are
 * on this device.
 */
export function StoreScreen() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const id = Number(useParams<{ id: string }>().id)
  const valid = Number.isSafeInteger(id) && id > 0
  const view = storeViewOf(useSearch())
  const found = useLive((db) => storeById(db, valid ? id : 0), [id])
  const want = useWant('catalogue.store', { id }, valid)
  const categoriesOf = useCategories(id)
  const gone = !valid || isMissing(want.failure)

  const here = found?.id === id ? found : undefined
  if (!here?.store) {
    if (gone || (here && want.state === 'failed')) return <Absent gone={gone} want={want} />
    return <StoreSkeleton />
  }
  const { store, follow } = here
  const change = (next: Partial<StoreView>) => navigate(links.store(id, { ...view, ...next }), { replace: true })
  const within = { storeId: id, ...(view.category && { categoryId: view.category }) }
  const query =
    view.find === undefined
      ? { ...within, sort: view.sort === 'best' ? ('all' as const) : view.sort, ...view.filter }
      : { ...within, query: view.find, sort: view.sort === 'all' ? ('best' as const) : view.sort, ...view.filter }
  const head = {
    search: <StoreSearch name={store.name} value={view.find} onSearch={(find) => change({ find })} />,
    own: true,
    filter: view.filter,
    of: query,
    onFilter: (filter: ListFilter) => change({ filter }),
    narrowing: categoriesOf(view.category, (category) => change({ category })),
  }
  const filtered = Object.keys(view.filter).length > 0
  return (
    <Screen title={store.name}>
      {view.find === undefined ? (
        <ListHead {...head} sorts={listSorts} sort={query.sort as ListSort} onSort={(sort) => change({ sort })} />
      ) : (
        <ListHead {...head} sorts={searchSorts} sort={query.sort as SearchSort} onSort={(sort) => change({ sort })} />
      )}
      {gone && <Notice tone="warn">{t('refusals.storeGone')}</Notice>}
      <StoreHead store={store} follow={follow} />
      <ListLayout filter={view.filter} of={query} onFilter={head.onFilter}>
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
      </ListLayout>
    </Screen>
  )
}

/** A store that is not there, or that could not be asked for now. */
function Absent({ gone, want }: { gone: boolean; want: WantedDetails }) {
  const { t } = useTranslation()
  return gone ? (
    <Screen>
      <EmptyState
        icon={<StoreOff />}
        title={t('refusals.storeGone')}
        text={t('store.goneHint')}
        action={<ButtonLink href={links.products()}>{t('store.browse')}</ButtonLink>}
      />
      <Beneath />
    </Screen>
  ) : (
    <Screen>
      <ErrorState
        {...(want.failure?.kind === 'refused'
          ? { title: want.failure.refusal.msg ?? t('store.unknown') }
          : { title: t('store.unknown'), text: t('store.unknownHint') })}
        retry={{ label: t('store.retry'), run: () => void want.refresh() }}
      />
    </Screen>
  )
}
