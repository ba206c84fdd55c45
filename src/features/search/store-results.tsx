import StoreIcon from 'lucide-react/icons/store'
import { useTranslation } from 'react-i18next'
import { ToServerRows, SourceNotice } from '../../lists/source-notice.tsx'
import { Converted } from '../../parts/money/converted.tsx'
import { Freshness, oldestAt } from '../../parts/sync/freshness.tsx'
import { StoreCard } from '../../parts/stores/store-card.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState, ErrorState } from '../../ui/blocks/empty-state.tsx'
import { PullToRefresh } from '../../ui/scrolling/pull-to-refresh.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { VirtualList } from '../../ui/scrolling/virtual-list.tsx'
import type { SearchView } from './search-view.ts'
import styles from './search.module.css'
import { useStoreResults, type StoreResultsState } from './use-store-results.ts'

/** The stores that a text finds, by their name first, then by what they sell. */
export function StoreResults({ view, onProducts }: { view: SearchView; onProducts(): void }) {
  const { t } = useTranslation()
  const list = useStoreResults(view.text)
  const { stores } = list
  if (!stores)
    return (
      <div className={styles.stores} aria-busy="true">
        <Skeleton height="9rem" />
        <Skeleton height="9rem" />
        <Skeleton height="9rem" />
      </div>
    )
  const notice = (
    <SourceNotice
      list={list}
      searching
      deviceText={(offline) => t(offline ? 'search.storesDevice' : 'products.kept')}
    />
  )
  if (stores.length === 0) {
    return (
      <>
        {notice}
        <EmptyState
          icon={<StoreIcon />}
          title={t('search.noStores', { text: view.text })}
          text={t('search.noStoresHint')}
          action={
            <Button kind="secondary" onClick={onProducts}>
              {t('search.toProducts')}
            </Button>
          }
        />
      </>
    )
  }
  return (
    <PullToRefresh onRefresh={list.refresh}>
      <div className={styles.found}>
        {notice}
        <Freshness at={oldestAt(stores)} />
        <Converted rows={stores} />
        <VirtualList
          label={t('search.storeList', { text: view.text })}
          items={stores}
          itemKey={(store) => store.id}
          render={(store) => <StoreCard store={store} />}
          memory={`${list.key} ${list.source}`}
          estimate={160}
          layout="wide"
          onEnd={list.more}
          tail={<Tail list={list} />}
        />
      </div>
    </PullToRefresh>
  )
}

function Tail({ list }: { list: StoreResultsState }) {
  const { t } = useTranslation()
  if (list.source === 'server' && list.showServer)
    return (
      <div className={styles.ways}>
        <ToServerRows searching onPress={list.showServer} />
      </div>
    )
  return list.moreFailed ? (
    <ErrorState title={t('products.moreOffline')} retry={{ label: t('home.retry'), run: () => void list.refresh() }} />
  ) : null
}
