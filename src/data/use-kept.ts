import { useContext, useSyncExternalStore } from 'react'
import { SnapshotContext } from './snapshot.ts'

/**
 * Whether the screen still shows a document of an earlier visit, whose prices may no longer hold: nothing is bought
 * from it. The device's rows take its place.
 */
export function useKept(): boolean {
  const { kept, takeover } = useContext(SnapshotContext)
  // The server rendered it while it was new.
  const over = useSyncExternalStore(takeover.subscribe, takeover.over, () => true)
  return kept && !over
}
