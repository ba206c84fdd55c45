import CloudOff from 'lucide-react/icons/cloud-off'
import StoreIcon from 'lucide-react/icons/store'
import { useTranslation } from 'react-i18next'
import { StoreCard } from '../../parts/store-card.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import type { SearchView } from './search-view.ts'
import styles from './search.module.css'
import { useStoreResults } from './use-store-results.ts'

/** The stores that a text finds, by their name first, then by what they sell. */
export function StoreResults({ view, onProducts }: { view: SearchView; onProducts(): void }) {
  const { t } = useTranslation()
  const { stores, device, failed, more, moreFailed, refresh } = useStoreResults(view.text)
  if (!stores) return <div className={styles.stores} aria-busy="true"><Skeleton height="9rem" /><Skeleton height="9rem" /><Skeleton height="9rem" /></div>
  const offline = device && failed && <Notice icon={<CloudOff />}>{t('search.storesDevice')}</Notice>
  if (stores.length === 0) {
    return (
      <>
        {offline}
        <EmptyState icon={<StoreIcon />} title={t('search.noStores', { text: view.text })} text={t('search.noStoresHint')} action={<Button kind="secondary" onClick={onProducts}>{t('search.toProducts')}</Button>} />
      </>
    )
  }
  return (
    <div className={styles.found}>
      {offline}
      <VirtualList
        label={t('search.storeList', { text: view.text })}
        items={stores}
        itemKey={(store) => store.id}
        render={(store) => <StoreCard store={store} />}
        memory={`stores ${view.text}`}
        estimate={160}
        layout="wide"
        onEnd={more}
        tail={moreFailed && <ErrorState title={t('products.moreOffline')} retry={{ label: t('home.retry'), run: () => void refresh() }} />}
      />
    </div>
  )
}
