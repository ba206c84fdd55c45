import type { ReactNode } from 'react'
import type { Membership } from '#contract/sync/schema-rows.ts'
import { deskStatus } from '#localdb/queries/stores/centre.ts'
import { isInvited } from '#localdb/queries/stores/memberships.ts'
import { later } from '../../data/loading/later.tsx'
import { usePerson } from '../../data/use-person.ts'
import { useStoreLive, useStores } from '../../data/stores/use-store.ts'
import { DeskGate, useStoreParam } from '../../parts/stores/open-desk.tsx'
import { Screen } from '../../parts/screen/screen.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'

/** Most act for one store, and are invited to none. */
const StoreChoice = later('store-choice', async () => (await import('./store-choice-later.tsx')).StoreChoice)

/** Few memberships end. */
const EndedNotice = later('ended-notice', async () => (await import('./ended-notice-later.tsx')).EndedNotice)

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
      <DeskGate key={one.uid} store={one} waiting={<Waiting title={one.name} />}>
        <Unended store={one}>{children}</Unended>
      </DeskGate>
    )
  const [choices, invitations] = person.guest ? [[], []] : [live, invited]
  return <StoreChoice stores={choices} invitations={invitations} guest={person.guest} instead={<Waiting />} />
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
