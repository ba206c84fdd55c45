import { useContext, useEffect, useState } from 'react'
import { SnapshotContext } from './snapshot.ts'

/**
 * Whether the screen still shows a document of an earlier visit, whose prices may no longer hold: nothing is bought
 * from it. Changes in the very rendering in which the device's rows take its place.
 */
export function useKept(): boolean {
  const { kept, takeover } = useContext(SnapshotContext)
  const [over, setOver] = useState(takeover.over)
  useEffect(() => takeover.subscribe(() => setOver(true)), [takeover])
  return kept && !over
}
