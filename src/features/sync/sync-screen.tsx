import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { memberships } from '#localdb/queries/stores/memberships.ts'
import { later } from '../../data/loading/later.tsx'
import { useLive } from '../../data/use-live.ts'
import { usePerson } from '../../data/use-person.ts'
import { useStatus } from '../../data/use-status.ts'
import { useStorage } from '../../data/device/use-storage.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { Card } from '../../ui/blocks/card.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { DeviceCheck } from './device-check.tsx'
import { DoneList } from './done-list.tsx'
import { KeepData } from './keep-data.tsx'
import { NeedsList } from './needs-list.tsx'
import { PacksSection } from './packs-section.tsx'
import { StoredList } from './stored-list.tsx'
import { SyncHead } from './sync-head.tsx'
import styles from './sync.module.css'
import { UnsentSection } from './unsent-section.tsx'
import { WaitingList } from './waiting-list.tsx'

const DeskWaits = later('desk-waits', async () => (await import('./desk-waits-later.tsx')).DeskWaitsList)

/** Whether something has been so on this visit: a list that becomes empty under its reader stays, and says so. */
function useEver(now: boolean): boolean {
  const [ever, setEver] = useState(now)
  if (now && !ever) setEver(true)
  return ever || now
}

/**
 * The sync centre: one line while all is well, else the changes that need the person and those that wait and why. Those
 * that got through, and the data stored here, open with a press. `?at=needs` leads to the first, `?at=more` opens
 * these.
 */
export function SyncScreen() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const person = usePerson()
  const state = useStatus()
  const storage = useStorage()
  const [desks, setDesks] = useState(0)
  const stores = useLive(memberships, [])
  const atNeeds = params.get('at') === 'needs'
  const needs = useEver(atNeeds || (state?.needsYou ?? 0) > 0)
  const waits = useEver((state?.waiting ?? 0) > 0)
  if (!person || !state)
    return (
      <Screen width="narrow">
        <Skeleton height="9rem" />
        <Skeleton height="14rem" />
      </Screen>
    )
  return (
    <Screen>
      <div className={styles.centre}>
        <div className={styles.column}>
          <SyncHead state={state} guest={person.guest} desks={desks} />
          {needs && <NeedsList total={state.needsYou} first={atNeeds} />}
          {waits && <WaitingList total={state.waiting} guest={person.guest} />}
          {stores && stores.length > 0 && <DeskWaits onCount={setDesks} />}
        </div>
        <details className={styles.more} open={params.get('at') === 'more'}>
          <summary>{t('sync.more')}</summary>
          <div className={styles.column}>
            {!person.guest && <DoneList />}
            <Card>
              <StoredList storage={storage} />
            </Card>
            <PacksSection />
            <Card>
              <KeepData storage={storage} />
            </Card>
            {!person.guest && (
              <Card>
                <UnsentSection waiting={state.waiting} />
              </Card>
            )}
            <Card>
              <DeviceCheck />
            </Card>
          </div>
        </details>
      </div>
    </Screen>
  )
}
