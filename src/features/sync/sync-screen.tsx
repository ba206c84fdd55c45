import { useSearchParams } from 'wouter'
import { usePerson } from '../../data/use-person.ts'
import { useStatus } from '../../data/use-status.ts'
import { useStorage } from '../../data/use-storage.ts'
import { Screen } from '../../parts/screen.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DeviceCheck } from './device-check.tsx'
import { DoneList } from './done-list.tsx'
import { KeepData } from './keep-data.tsx'
import { NeedsList } from './needs-list.tsx'
import { StoredList } from './stored-list.tsx'
import { SyncHead } from './sync-head.tsx'
import styles from './sync.module.css'
import { UnsentSection } from './unsent-section.tsx'
import { WaitingList } from './waiting-list.tsx'

/**
 * The sync centre: the changes that need the person, those that wait and why, those that got through, and the data
 * stored here. `?at=needs` leads to the first.
 */
export function SyncScreen() {
  const [params] = useSearchParams()
  const person = usePerson()
  const state = useStatus()
  const storage = useStorage()
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
          <SyncHead state={state} guest={person.guest} />
          <NeedsList total={state.needsYou} first={params.get('at') === 'needs'} />
          <WaitingList total={state.waiting} guest={person.guest} />
          {!person.guest && <DoneList />}
        </div>
        <div className={styles.column}>
          <Card>
            <StoredList storage={storage} />
          </Card>
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
      </div>
    </Screen>
  )
}
