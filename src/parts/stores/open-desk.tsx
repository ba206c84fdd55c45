import Store from 'lucide-react/icons/store'
import { createContext, useContext, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearch } from 'wouter'
import type { Membership } from '#contract/sync/schema-rows.ts'
import { DeskContext, useStoreSession } from '../../data/stores/use-store.ts'
import { EmptyState } from '../../ui/blocks/empty-state.tsx'
import { Screen } from '../screen/screen.tsx'
import { useFailureText } from '../failures/use-failure-text.ts'

const StoreContext = createContext<Membership | undefined>(undefined)

/** The store whose screen this is, as its member has it; within `DeskGate`. */
export const useStore = (): Membership => useContext(StoreContext)!

/** The store whose account a screen shows; undefined for the person's own. */
export const useAccountStore = (): Membership | undefined => useContext(StoreContext)

/** The store that an address names; undefined where it leaves the choice to the person. */
export function useStoreParam(): number | undefined {
  const store = new URLSearchParams(useSearch()).get('store')
  return store !== null && /^\d{1,15}$/.test(store) ? Number(store) : undefined
}

interface OpenDeskProps {
  store: Membership
  /** Stands in the place of the screen until the store is open. */
  waiting: ReactNode
  children: ReactNode
}

/** Shows its children once a store is open on this device. */
export function DeskGate({ store, waiting, children }: OpenDeskProps) {
  const { t } = useTranslation()
  const failureText = useFailureText()
  const desk = useStoreSession(store.uid)
  if (desk.kind === 'failed')
    return (
      <Screen width="narrow" title={store.name}>
        <EmptyState icon={<Store />} title={t('centre.notOpen')} text={failureText(desk.failure)} />
      </Screen>
    )
  if (desk.kind === 'opening') return waiting
  return (
    <StoreContext value={store}>
      <DeskContext value={desk.desk}>{children}</DeskContext>
    </StoreContext>
  )
}
