import Store from 'lucide-react/icons/store'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStores } from '../../data/stores/use-store.ts'
import { DeskGate, useAccountStore, useStoreParam } from '../../parts/stores/open-desk.tsx'
import { Screen } from '../../parts/screen/screen.tsx'
import { EmptyState } from '../../ui/blocks/empty-state.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import styles from './wallet.module.css'

/** Shows its children for the person's own money, or for that of the store that the address names. */
export function OfAccount({ children }: { children: ReactNode }) {
  const store = useStoreParam()
  return store === undefined ? children : <OfStore id={store}>{children}</OfStore>
}

function OfStore({ id, children }: { id: number; children: ReactNode }) {
  const { t } = useTranslation()
  const stores = useStores()
  const store = stores?.find(({ storeId, endedAt }) => storeId === id && endedAt === null)
  if (!stores) return <Waiting />
  if (!store)
    return (
      <Screen width="narrow">
        <EmptyState icon={<Store />} title={t('wallet.notYourStore')} />
      </Screen>
    )
  return (
    <DeskGate key={store.uid} store={store} waiting={<Waiting title={store.name} />}>
      {children}
    </DeskGate>
  )
}

const Waiting = ({ title }: { title?: string }) => (
  <Screen width="narrow" title={title}>
    <Skeleton height="9rem" />
  </Screen>
)

/** Names the store whose money a screen shows; nothing for a person's own. */
export function WalletStoreLine() {
  const { t } = useTranslation()
  const store = useAccountStore()
  return store && <p className={styles.soft}>{t('wallet.ofStore', { store: store.name })}</p>
}
