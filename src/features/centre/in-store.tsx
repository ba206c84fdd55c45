import Store from 'lucide-react/icons/store'
import { createContext, useContext, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearch } from 'wouter'
import type { Membership } from '#contract/schema/rows.ts'
import { deskStatus } from '#localdb/queries/centre.ts'
import { isInvited } from '#localdb/queries/stores-of.ts'
import { later } from '../../data/later.tsx'
import { usePerson } from '../../data/use-person.ts'
import { DeskContext, useDesk, useStoreLive, useStores } from '../../data/use-store.ts'
import { Screen } from '../../parts/screen.tsx'
import { useFailureText } from '../../parts/use-failure-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Most act for one store, and are invited to none. */
const StoreChoice = later('store-choice', async () => (await import('./store-choice-later.tsx')).StoreChoice)

/** Few memberships end. */
const EndedNotice = later('ended-notice', async () => (await import('./ended-notice-later.tsx')).EndedNotice)

const StoreContext = createContext<Membership | undefined>(undefined)

/** The store whose screen this is, as its member has it; within `InStore`. */
export const useStore = (): Membership => useContext(StoreContext)!

/** The store that an address names; undefined where it leaves the choice to the person. */
export function useStoreParam(): number | undefined {
  const store = new URLSearchParams(useSearch()).get('store')
  return store !== null && /^\d{1,15}$/.test(store) ? Number(store) : undefined
}

/**
 * The door of all screens of a store: shows its children once the store is open on this device, and they hold the
 * screen. A person with several stores or an invitation chooses; one with none sees that there is none.
 */
export function InStore({ children }: { children: ReactNode }) {
  const person = usePerson()
  const stores = useStores()
  const asked = useStoreParam()
  if (!person || !stores) return <Waiting />
  const live = stores.filter((m) => m.endedAt === null)
  const invited = stores.filter(isInvited)
  const named = stores.find((m) => m.storeId === asked && (m.endedAt === null || !isInvited(m)))
  const one = asked !== undefined ? named : live.length === 1 && invited.length === 0 ? live[0] : undefined
  if (one)
    return (
      <Opened key={one.uid} store={one}>
        {children}
      </Opened>
    )
  const [choices, invitations] = person.guest ? [[], []] : [live, invited]
  return <StoreChoice stores={choices} invitations={invitations} guest={person.guest} instead={<Waiting />} />
}

function Opened({ store, children }: { store: Membership; children: ReactNode }) {
  const { t } = useTranslation()
  const failureText = useFailureText()
  const desk = useDesk(store.uid)
  if (desk.kind === 'failed')
    return (
      <Screen width="narrow" title={store.name}>
        <EmptyState icon={<Store />} title={t('centre.notOpen')} text={failureText(desk.failure)} />
      </Screen>
    )
  if (desk.kind === 'opening') return <Waiting title={store.name} />
  return (
    <StoreContext value={store}>
      <DeskContext value={desk.desk}>
        <Unended store={store}>{children}</Unended>
      </DeskContext>
    </StoreContext>
  )
}

function Unended({ store, children }: { store: Membership; children: ReactNode }) {
  const status = useStoreLive(deskStatus)
  if (!status) return <Waiting title={store.name} />
  if (!status.ended) return children
  return (
    <Screen width="narrow" title={store.name}>
      <EndedNotice store={store} waiting={status.waiting} instead={<Skeleton height="12rem" />} />
    </Screen>
  )
}

function Waiting({ title }: { title?: string }) {
  return (
    <Screen title={title}>
      <Skeleton height="2.75rem" />
      <Skeleton height="9rem" />
      <Skeleton height="9rem" />
    </Screen>
  )
}
