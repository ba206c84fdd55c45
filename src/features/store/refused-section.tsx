import { refusedChanges } from '#localdb/queries/sync/desk-changes.ts'
import { later } from '../../data/loading/later.tsx'
import { useStoreLive } from '../../data/stores/use-store.ts'

/** Seldom needed, so most visits do without it. */
const Refused = later('refused', async () => (await import('./refused-later.tsx')).Refused)

/** The changes of this device that the server refused, until they have been read. */
export function RefusedSection() {
  const refused = useStoreLive(refusedChanges)
  return refused && refused.length > 0 && <Refused changes={refused} />
}
